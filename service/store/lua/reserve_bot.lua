-- Reserve one of a bot's places for an invitation, unless it is offline or all its places are taken.
-- KEYS  1 bot hash  2 places: sorted set of seats by the time until which each is reserved  3 bots that are online
-- ARGV  1 bot id  2 seat as '<game>:<number>'  3 time in ms until which the place is reserved  4 limit of places
--       5 seconds to live
-- Returns 'ok', 'known' if the seat had a place before, 'unknown', 'offline' or 'full'.
-- Sent again: answered as the first time.
if redis.call('HEXISTS', KEYS[1], 'bot') == 0 then
  return 'unknown'
end
local now = now_ms()
local online = redis.call('ZSCORE', KEYS[3], ARGV[1])
if not (online and tonumber(online) > now) then
  return 'offline'
end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
local known = redis.call('ZSCORE', KEYS[2], ARGV[2])
if not known and redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[4]) then
  return 'full'
end
redis.call('ZADD', KEYS[2], 'GT', ARGV[3], ARGV[2])
redis.call('EXPIRE', KEYS[2], ARGV[5])
return known and 'known' or 'ok'
