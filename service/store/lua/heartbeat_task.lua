-- Heartbeat of a worker that runs a task, and works on one of its parts; reports whether the task is still open.
-- KEYS  1 task hash  2 due index  3 parts being worked on, by the time at which they may be claimed again
-- ARGV  1 task id  2 ms until it is overdue without a further heartbeat  3 part, '' for none
-- Returns 1, or 0 if it is finished, cancelled or deleted.
-- Sent again: the same.
local status = redis.call('HGET', KEYS[1], 'status')
if status ~= 'queued' and status ~= 'running' then
  redis.call('ZREM', KEYS[2], ARGV[1])
  return 0
end
redis.call('HSET', KEYS[1], 'status', 'running')
local again = now_ms() + ARGV[2]
redis.call('ZADD', KEYS[2], again, ARGV[1])
if ARGV[3] ~= '' then
  redis.call('ZADD', KEYS[3], 'XX', again, ARGV[3])
end
return 1
