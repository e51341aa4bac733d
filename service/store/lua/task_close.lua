-- End a task that is still open: done, cancelled or failed. Only the first end counts.
-- KEYS  1 task hash  2 due index  3 open tasks of all clients  4 those of its client
-- ARGV  1 task id  2 new status  3 why it has failed, '' otherwise  4 seconds to live  5 channel
--       6 the last key from which it is removed: 4, or 2 if it keeps its places until its results are read
-- Returns 1, or 0 if it had ended before or does not exist.
-- Sent again: answered as the first time.
local status = redis.call('HGET', KEYS[1], 'status')
for number = 2, ARGV[6] do
  redis.call('ZREM', KEYS[number], ARGV[1])
end
if status ~= 'queued' and status ~= 'running' then
  return 0
end
redis.call('HSET', KEYS[1], 'status', ARGV[2], 'detail', ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[4])
for number = ARGV[6] + 1, 4 do
  put_place(KEYS[number], ARGV[1], now_ms() + ARGV[4] * 1000)
end
redis.call('PUBLISH', ARGV[5], ARGV[1] .. ' 1')
return 1
