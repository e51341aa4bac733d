-- Take the lease of a game that was not free, unless another worker holds it.
-- KEYS  1 lease
-- ARGV  1 lease token  2 lease in ms
-- Returns 1, or 0 if another holds it.
-- Sent again: it is held with this token, and taken once more.
local left = redis.call('PTTL', KEYS[1])
-- More is left of one that was taken before the clock was set back.
local is_held = left > 0 and left <= tonumber(ARGV[2])
if is_held and redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
