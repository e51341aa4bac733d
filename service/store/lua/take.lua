-- Take from a bucket that fills up by and by, or tell when there will be enough in it.
-- KEYS  1 bucket
-- ARGV  1 what it holds when full  2 ms in which it fills up from empty  3 how much to take; negative to give back
-- Returns {ms to wait, 0 if it was taken, what is left}.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local full, fill_ms, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local before = redis.call('HMGET', KEYS[1], 'left', 'at')
local left = tonumber(before[1] or full) + (now - tonumber(before[2] or now)) * full / fill_ms
local after = math.min(full, left) - wanted
if after < 0 then
  return {math.ceil(-after * fill_ms / full), math.floor(math.min(full, left))}
end
after = math.min(full, after)
redis.call('HSET', KEYS[1], 'left', tostring(after), 'at', now)
redis.call('PEXPIRE', KEYS[1], fill_ms)
return {0, math.floor(after)}
