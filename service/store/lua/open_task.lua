-- Create a task, unless there is one of this id or there are too many.
-- KEYS  1 task hash  2 due index  3 open tasks of the client, by the time at which they expire
-- ARGV  1 task id  2 its request  3 reader digest, kept as 'holder'  4 timestamp  5 limit of open tasks  6 limit of one client
--       7 seconds to live  8 ms until it is overdue without a heartbeat  9 client id, kept as 'caller'
-- Returns 'ok', 'exists', 'full' or 'too_many'.
-- Sent again: answered as the first time.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 'exists'
end
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[5]) then
  return 'full'
end
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
if redis.call('ZCARD', KEYS[3]) >= tonumber(ARGV[6]) then
  return 'too_many'
end
redis.call('HSET', KEYS[1], 'request', ARGV[2], 'holder', ARGV[3], 'created_at', ARGV[4], 'status', 'queued', 'calls', 0,
  'attempts', 0, 'caller', ARGV[9])
redis.call('EXPIRE', KEYS[1], ARGV[7])
redis.call('ZADD', KEYS[2], now + ARGV[8], ARGV[1])
redis.call('ZADD', KEYS[3], now + ARGV[7] * 1000, ARGV[1])
redis.call('EXPIRE', KEYS[3], ARGV[7])
return 'ok'
