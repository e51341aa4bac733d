-- Register a bot, or change one that is still as it was read. A name belongs to one bot.
-- KEYS  1 bot hash  2 name, holding the bot's id  3 name before the change (the same as 2 to register)
--       4 list of bots  5 bots registered by the client, by the time at which they stop counting  6... what else is stored for the bot
-- ARGV  1 bot id  2 document as it was read, '' to register  3 new document  4 member of the list
--       5 seconds to live  6 limit of bots of one client
-- Returns 'ok', 'already' (registered before), 'stale', 'name_taken' or 'too_many'.
-- Sent again: the same; 'already' after a registration, 'stale' after a change, and a caller that reads the bot again finds it changed.
local known = redis.call('HGET', KEYS[1], 'bot')
if ARGV[2] == '' and known then
  return 'already'
end
if ARGV[2] ~= '' and known ~= ARGV[2] then
  return 'stale'
end
local holder = redis.call('GET', KEYS[2])
if holder and holder ~= ARGV[1] then
  return 'name_taken'
end
if ARGV[2] == '' and not take_place(KEYS[5], ARGV[1], now_ms() + ARGV[5] * 1000, ARGV[6]) then
  return 'too_many'
end
if KEYS[3] ~= KEYS[2] then
  redis.call('DEL', KEYS[3])
end
redis.call('HSET', KEYS[1], 'bot', ARGV[3])
redis.call('ZADD', KEYS[4], 0, ARGV[4])
prolong_bot(ARGV[1], KEYS[2], KEYS[5], ARGV[5], {KEYS[1], unpack(KEYS, 6)})
return 'ok'
