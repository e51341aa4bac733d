-- Take the turn to sweep, unless another process has it.
-- One that the store refuses, as it is full, counts as taken: to sweep makes room.
-- KEYS  1 the turn  2 the last turn
-- ARGV  1 ms of a turn  2 ms for which the last turn is known
-- Returns {'1' if the turn is taken, ms since the last turn}: negative if the clock was set back, 0 if unknown.
-- Sent again: the turn is another's; the next one comes within a second.
local left, known = redis.call('PTTL', KEYS[1]), redis.call('PTTL', KEYS[2])
if left > 0 and left <= tonumber(ARGV[1]) then  -- more is left of a turn that began before the clock was set back
  return {'', 0}
end
redis.pcall('SET', KEYS[1], '1', 'PX', ARGV[1])
redis.pcall('SET', KEYS[2], '1', 'PX', ARGV[2])
return {'1', known < 0 and 0 or ARGV[2] - known}
