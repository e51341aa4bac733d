-- Claim a part of a task: one that is saved half or whose worker is dead, otherwise the next one. It is also a heartbeat of the task, so that
-- both are overdue at the same time.
-- KEYS  1 task hash  2 due index  3 parts being worked on, by the time at which they may be claimed again  4 halves
-- ARGV  1 task id  2 parts of the task  3 ms until the part may be claimed again  4 seconds to live of the parts
-- Returns the part's number and its half if it has one; nothing if the task is not open or all parts are claimed.
-- Sent again: answered as the first time.
local status = redis.call('HGET', KEYS[1], 'status')
if status ~= 'queued' and status ~= 'running' then
  return {}
end
local now = now_ms()
local part = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now, 'LIMIT', 0, 1)[1]
  -- from before the clock was set back:
  or redis.call('ZRANGEBYSCORE', KEYS[3], '(' .. now + ARGV[3], '+inf', 'LIMIT', 0, 1)[1]
if not part then
  if tonumber(redis.call('HGET', KEYS[1], 'begun') or '0') >= tonumber(ARGV[2]) then
    return {}
  end
  part = redis.call('HINCRBY', KEYS[1], 'begun', 1) - 1
end
redis.call('HSET', KEYS[1], 'status', 'running')
redis.call('ZADD', KEYS[2], now + ARGV[3], ARGV[1])
redis.call('ZADD', KEYS[3], now + ARGV[3], part)
redis.call('EXPIRE', KEYS[3], ARGV[4])
return {tonumber(part), redis.call('HGET', KEYS[4], part)}
