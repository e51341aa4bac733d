-- Heartbeat of a worker that runs a task; reports whether the task is still open.
-- KEYS  1 task hash  2 due index
-- ARGV  1 task id  2 ms until it is overdue without a further heartbeat  3 '1' after progress: its attempts start at 0 again
-- Returns 1, or 0 if it is finished, cancelled or deleted.
-- Sent again: the same.
local status = redis.call('HGET', KEYS[1], 'status')
if status ~= 'queued' and status ~= 'running' then
  redis.call('ZREM', KEYS[2], ARGV[1])
  return 0
end
redis.call('HSET', KEYS[1], 'status', 'running')
if ARGV[3] == '1' then
  redis.call('HSET', KEYS[1], 'attempts', 0)
end
local time = redis.call('TIME')
redis.call('ZADD', KEYS[2], time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2], ARGV[1])
return 1
