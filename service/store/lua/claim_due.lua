-- Claim what is due in an index, such as a task without a recent heartbeat: one process wins.
-- KEYS  1 hash of the task or game  2 index by due time
-- ARGV  1 its id  2 ms until it is due again
-- Returns 1, or 0 if there is nothing to do.
-- Sent again: answered as the first time.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local due = redis.call('ZSCORE', KEYS[2], ARGV[1])
if not due or tonumber(due) > now then
  return 0
end
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('ZREM', KEYS[2], ARGV[1])
  return 0
end
redis.call('ZADD', KEYS[2], now + ARGV[2], ARGV[1])
return 1
