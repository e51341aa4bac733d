-- Note that a bot is online, and let it live from now on.
-- KEYS  1 to 9 as in shared.lua
-- ARGV  1 bot id  2 document as it was read  3 seconds to live  4 ms for which it counts as online
-- Returns the number of its last change; nil if it was changed since or deleted.
-- Sent again: the same.
if redis.call('HGET', KEYS[1], 'bot') ~= ARGV[2] then
  return nil
end
local now = now_ms()
redis.call('ZREMRANGEBYSCORE', KEYS[6], '-inf', now)
redis.call('ZADD', KEYS[6], now + ARGV[4], ARGV[1])
prolong_bot(ARGV[3])
return tonumber(redis.call('HGET', KEYS[1], 'seq') or 0)
