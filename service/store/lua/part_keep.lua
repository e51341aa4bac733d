-- Store the state of a part: a half, from which any worker continues, or its result.
-- KEYS  1 task hash  2 parts being worked on  3 halves  4 results  5 details
-- ARGV  1 part  2 half, '' for a result  3 result  4 detail of the result, '' for none  5 seconds to live of the parts
-- Returns how many parts are done, or -1 if the task is not open.
-- Sent again: the same.
local status = redis.call('HGET', KEYS[1], 'status')
if status ~= 'queued' and status ~= 'running' then
  return -1
end
if ARGV[2] ~= '' then
  redis.call('HSET', KEYS[3], ARGV[1], ARGV[2])
  redis.call('ZADD', KEYS[2], 'XX', 0, ARGV[1])
else
  redis.call('HSET', KEYS[4], ARGV[1], ARGV[3])
  if ARGV[4] ~= '' then
    redis.call('HSET', KEYS[5], ARGV[1], ARGV[4])
  end
  redis.call('HDEL', KEYS[3], ARGV[1])
  redis.call('ZREM', KEYS[2], ARGV[1])
end
redis.call('HSET', KEYS[1], 'progress', redis.call('HGET', KEYS[1], 'calls'))  -- attempts are counted from here
for number = 3, 5 do
  redis.call('EXPIRE', KEYS[number], ARGV[5])
end
return redis.call('HLEN', KEYS[4])
