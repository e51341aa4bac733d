-- Claim an overdue game: one process wins, and none while a search runs.
-- KEYS  1 game hash  2 due index  3 lease of the running search
-- ARGV  1 game id  2 ms until it is overdue again  3 ms of a lease
-- Returns {version, attempts made before} or {} when there is nothing to do.
-- Sent again: answered as the first time.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local due = redis.call('ZSCORE', KEYS[2], ARGV[1])
if not due or tonumber(due) > now then
  return {}
end
local version = redis.call('HGET', KEYS[1], 'version')
if not version then
  redis.call('ZREM', KEYS[2], ARGV[1])
  return {}
end
redis.call('ZADD', KEYS[2], now + ARGV[2], ARGV[1])
local left = redis.call('PTTL', KEYS[3])
if left > 0 and left <= tonumber(ARGV[3]) then  -- more is left of a lease that was taken before the clock was set back
  return {}
end
return {tonumber(version), tonumber(redis.call('HGET', KEYS[1], 'attempts') or '0')}
