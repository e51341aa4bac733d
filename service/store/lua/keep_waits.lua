-- After the clock has jumped, or without a sweep for a while: what was not due at the last turn waits as long as then.
-- KEYS  1 index of due times
-- ARGV  1 ms since the last turn by the clock, negative if it was set back
-- Sent again: some entries are due too early, which the process that claims them detects.
local now = now_ms()
local last = now - ARGV[1]
local first, final = '(' .. last, now
if last > now then
  first, final = '(' .. now, '+inf'
end
local found = redis.call('ZRANGEBYSCORE', KEYS[1], first, final, 'WITHSCORES')
for i = 1, #found, 2 do
  redis.call('ZADD', KEYS[1], now + math.max(0, found[i + 1] - last), found[i])
end
return #found / 2
