-- Claim a pair of a match: one with a checkpoint or a dead worker, else the next one.
-- KEYS  1 match hash  2 pairs being played, by the time at which they may be claimed again
-- ARGV  1 pairs of the match  2 ms until it may be claimed again  3 seconds to live of the index
-- Returns the pair's number, or -1 if all are claimed.
-- Sent again: answered as the first time.
if redis.call('EXISTS', KEYS[1]) == 0 then
  return -1
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local pair = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now, 'LIMIT', 0, 1)[1]
  -- from before the clock was set back:
  or redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. now + ARGV[2], '+inf', 'LIMIT', 0, 1)[1]
if not pair then
  if tonumber(redis.call('HGET', KEYS[1], 'begun') or '0') >= tonumber(ARGV[1]) then
    return -1
  end
  pair = redis.call('HINCRBY', KEYS[1], 'begun', 1) - 1
end
redis.call('ZADD', KEYS[2], now + ARGV[2], pair)
redis.call('EXPIRE', KEYS[2], ARGV[3])
return tonumber(pair)
