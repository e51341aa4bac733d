-- Claim an entry of the agenda, which postpones it.
-- KEYS  1 the entries of its kind, by the ms at which they are due
-- ARGV  1 id  2 ms until it is due again  3 ms within which it has to be due, 0 for now
-- Returns 1, or 0 if there is no such entry, or another process has postponed it.
-- Sent again: answered as the first time.
local now = now_ms()
local due = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not due or tonumber(due) > now + ARGV[3] then
  return 0
end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
return 1
