-- Renew a lease, if it is still held with this token, and postpone the due time with it.
-- KEYS  1 lease  2 due index
-- ARGV  1 lease token  2 lease in ms  3 game id  4 ms until the game is due again
-- Returns 1, or 0 if the lease is lost.
-- Sent again: the same.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
local time = redis.call('TIME')
redis.call('ZADD', KEYS[2], 'XX', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[4], ARGV[3])
return 1
