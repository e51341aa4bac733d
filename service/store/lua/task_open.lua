-- Create a task, unless there is one of this id or there are too many.
-- KEYS  1 task hash  2 due index  3 open tasks of all clients, by the time at which they expire  4 those of this client
--       5 halves of its parts
-- ARGV  1 task id  2 its request  3 reader digest, kept as 'holder'  4 timestamp  5 client id, kept as 'caller'
--       6 seconds to live  7 ms until it is overdue without a heartbeat  8 limit of open tasks  9 limit of one client
--       10 status  11 seconds to live of the parts  12... the half with which each part begins, if they have one
-- Returns 'ok', 'exists', 'full' or 'too_many'.
-- Sent again: answered as the first time.
local now = now_ms()
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 'exists'
end
local found = take_places({KEYS[3], KEYS[4]}, ARGV[1], now + ARGV[6] * 1000, {ARGV[8], ARGV[9]})
if found == 1 or found == 2 then
  return found == 1 and 'full' or 'too_many'
end
redis.call('HSET', KEYS[1], 'request', ARGV[2], 'holder', ARGV[3], 'created_at', ARGV[4], 'status', ARGV[10], 'calls', 0,
  'caller', ARGV[5])
redis.call('EXPIRE', KEYS[1], ARGV[6])
redis.call('ZADD', KEYS[2], now + ARGV[7], ARGV[1])
for number = 12, #ARGV do
  redis.call('HSET', KEYS[5], number - 12, ARGV[number])
  redis.call('EXPIRE', KEYS[5], ARGV[11])
end
return 'ok'
