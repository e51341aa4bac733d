-- Take the game that has waited for an opponent and whose time ends first, or let an own game wait.
-- KEYS  1 sorted set of waiting games by the ms when their wait ends
-- ARGV  1 id of the own game, '' to let none wait  2 ms for which it waits
-- Returns the id of the game that was taken, or ''.
-- Sent again: answered as the first time.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local taken = redis.call('ZPOPMIN', KEYS[1])
if taken[1] then
  return taken[1]
end
if ARGV[1] ~= '' then
  redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return ''
