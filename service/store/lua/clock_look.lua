-- Look at the clock, and take the turn to sweep unless another process has it.
-- If the clock was set, or nobody has looked for a while, no wait has run meanwhile: the hash of the clock says so to all.
-- A full store refuses to record the look and the turn. The turn counts as taken then: sweeping makes room.
-- KEYS  1 the clock, a hash: at, the last look; away, ms that the clock has run and no wait; swept, when the last turn was taken; and
--         until the agenda is moved, as it would be due too late, the last look before the clock was set back and the one after it:
--         last, after
-- ARGV  1 ms of a turn, 0 not to take it  2 ms between two looks after which no wait has run  3 ms of them that count as usual
-- Returns {'1' if the turn is taken, the time, away, last, after}, of which the last two are 0 unless the clock has jumped.
-- Sent again: the turn is another's; the next one comes within a second.
local now, sweep_ms = now_ms(), tonumber(ARGV[1])
local known = redis.call('HMGET', KEYS[1], 'at', 'away', 'swept', 'last', 'after')
local at, away, swept = tonumber(known[1] or now), tonumber(known[2] or 0), tonumber(known[3] or 0)
local last, after = tonumber(known[4] or 0), tonumber(known[5] or 0)
-- a turn that began after now is from before the clock was set back
local is_free = sweep_ms > 0 and (now >= swept + sweep_ms or now < swept)
if now < at - ARGV[3] then
  away, last, after = away + now - at, at, now
  redis.pcall('HSET', KEYS[1], 'last', last, 'after', after)
elseif now > at + ARGV[2] then
  away, last, after = away + now - at - ARGV[3], at, now
end
redis.pcall('HSET', KEYS[1], 'at', now, 'away', away, 'swept', is_free and now or swept)
return {is_free and '1' or '', now, away, last, after}
