-- Take an amount from a token bucket that refills continuously, or return the time until it holds enough.
-- KEYS  1 bucket: hash of left, at
-- ARGV  1 capacity  2 ms to refill from empty  3 amount to take; negative to refund
-- Returns {ms to wait, 0 if the amount was taken; what is left}.
-- Sent again: answered as the first time.
local now = now_ms()
local full, fill_ms, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local before = redis.call('HMGET', KEYS[1], 'left', 'at')
local elapsed = math.max(0, now - tonumber(before[2] or now))  -- the clock may have been set back
local left = math.min(full, tonumber(before[1] or full) + elapsed * full / fill_ms)
local wait_ms = math.max(0, math.ceil((wanted - left) * fill_ms / full))
if wait_ms == 0 then
  left = math.min(full, left - wanted)
end
-- Also if nothing was taken: the bucket refills from now on, even if the clock was set since it was filled.
redis.call('HSET', KEYS[1], 'left', tostring(left), 'at', now)
redis.call('PEXPIRE', KEYS[1], fill_ms)
return {wait_ms, math.floor(left)}
