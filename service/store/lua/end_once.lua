-- End an attempt at a request that has an Idempotency-Key: note that it was carried out, or forget it.
-- KEYS  1 record: hash of fingerprint, salt, holder, until, done
-- ARGV  1 id of the attempt  2 '1' if it was carried out, '' if it was refused and changed nothing
-- Sent again: nothing more.
if redis.call('HGET', KEYS[1], 'holder') ~= ARGV[1] then
  return 0
end
if ARGV[2] == '1' then
  return redis.call('HSET', KEYS[1], 'done', '1')
end
return redis.call('DEL', KEYS[1])
