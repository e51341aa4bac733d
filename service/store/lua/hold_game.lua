-- Count a new game for its caller, under each network, unless one of them has as many as it may have.
-- KEYS  1... the games of each network, by the ms until which they count
-- ARGV  1 game id  2 ms for which it counts  3... limit of each network
-- Returns 'ok', 'known' if it is counted already, or the name of the games of the network that has too many.
-- Sent again: answered as the first time.
local answer = 'ok'
for number = 1, #ARGV - 2 do
  local found = take_place(KEYS[number], ARGV[1], now_ms() + ARGV[2], ARGV[2 + number])
  if not found then
    for before = 1, number - 1 do
      redis.call('ZREM', KEYS[before], ARGV[1])
    end
    return KEYS[number]
  end
  answer = found
end
return answer
