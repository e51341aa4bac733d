-- Note that a bot listens now, and keep what is stored about it.
-- KEYS  1 bot hash  2 its name  3 bots that are online, by the time until which they are  4 feed  5 seats  6 places
-- ARGV  1 bot id  2 ms for which it counts as online  3 seconds to live  4 digest of the token with which it listens
-- Returns the number of the last event, or -1 if the bot does not exist or has another token now.
-- Sent again: the same.
local seq = redis.call('HMGET', KEYS[1], 'bot', 'seq')
if not seq[1] or not string.find(seq[1], ARGV[4], 1, true) then
  return -1
end
local now = now_ms()
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
redis.call('ZADD', KEYS[3], now + ARGV[2], ARGV[1])
for _, name in ipairs({1, 2, 4, 5, 6}) do
  redis.call('EXPIRE', KEYS[name], ARGV[3])
end
return tonumber(seq[2] or '0')
