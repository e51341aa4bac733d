-- Release a lease, if it is still held with this token.
-- KEYS  1 lease
-- ARGV  1 lease token
-- Sent again: nothing more.
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
