-- Register a bot, or change one that has not changed since it was read. A name belongs to one bot.
-- KEYS  1 to 9 as in shared.lua  10 name before the change (the same as 9 to register)
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
local holder = redis.call('GET', KEYS[9])
if holder and holder ~= ARGV[1] then
  return 'name_taken'
end
if ARGV[2] == '' and take_places({KEYS[8]}, ARGV[1], now_ms() + ARGV[5] * 1000, {ARGV[6]}) == 1 then
  return 'too_many'
end
if KEYS[10] ~= KEYS[9] then
  redis.call('DEL', KEYS[10])
end
redis.call('HSET', KEYS[1], 'bot', ARGV[3])
redis.call('ZADD', KEYS[7], 0, ARGV[4])
prolong_bot(ARGV[5])
return 'ok'
