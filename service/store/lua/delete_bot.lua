-- Delete a bot that is still as it was read, and what is stored for it.
-- KEYS  1 bot hash  2 its name, holding the bot's id  3 list of bots  4 bots that are online  5 bots registered by the client
--       6... what else is stored for the bot
-- ARGV  1 bot id  2 document as it was read  3 member of the list
-- Returns 1, or 0 if it was changed since.
-- Sent again: the same.
local known = redis.call('HGET', KEYS[1], 'bot')
if known and known ~= ARGV[2] then
  return 0
end
if redis.call('GET', KEYS[2]) == ARGV[1] then
  redis.call('DEL', KEYS[2])
end
redis.call('ZREM', KEYS[3], ARGV[3])
redis.call('ZREM', KEYS[4], ARGV[1])
redis.call('ZREM', KEYS[5], ARGV[1])
redis.call('DEL', KEYS[1], unpack(KEYS, 6))
return 1
