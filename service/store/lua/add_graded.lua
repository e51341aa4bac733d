-- Add a graded decision of an analysis, if it is the next one: two workers may have graded the same.
-- KEYS  1 list of graded decisions
-- ARGV  1 number of the decision, from 0  2 the graded decision  3 seconds to live
-- Returns 1, or 0 if it is not the next one.
-- Sent again: answered as the first time.
if redis.call('LLEN', KEYS[1]) ~= tonumber(ARGV[1]) then
  return 0
end
redis.call('RPUSH', KEYS[1], ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1
