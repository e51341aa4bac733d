-- Delete a bot that has not changed since it was read, and everything stored for it.
-- KEYS  1 to 9 as in shared.lua
-- ARGV  1 bot id  2 document as it was read  3 member of the list
-- Returns 1, or 0 if it was changed since.
-- Sent again: the same.
local known = redis.call('HGET', KEYS[1], 'bot')
if known and known ~= ARGV[2] then
  return 0
end
if redis.call('GET', KEYS[9]) == ARGV[1] then
  redis.call('DEL', KEYS[9])
end
redis.call('ZREM', KEYS[7], ARGV[3])
redis.call('ZREM', KEYS[8], ARGV[1])
redis.call('DEL', unpack(KEYS, 1, 6))
return 1
