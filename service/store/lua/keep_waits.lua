-- After the clock has jumped, or nobody has looked at it for a while: what was not due at the look before waits as long as then.
-- KEYS  1 index of due times
-- ARGV  1 the look before, by the clock of then  2 the look after it  3 ms that count as usual between two looks
-- Sent again: entries that were set back are due too early, which the process that claims them detects.
local last, after = tonumber(ARGV[1]), tonumber(ARGV[2])
local jump, first, final = after - last - ARGV[3], '(' .. last, after
if after < last then
  jump, first, final = after - last, '(' .. after, '+inf'
end
local found = redis.call('ZRANGEBYSCORE', KEYS[1], first, final, 'WITHSCORES')
for i = 1, #found, 2 do
  redis.call('ZADD', KEYS[1], math.max(found[i + 1] + jump, math.min(last, after)), found[i])
end
return #found / 2
