-- Count a new game for its caller, under each network, unless one of them has as many as it may have.
-- KEYS  1... the games of each network, by the ms until which they count
-- ARGV  1 game id  2 ms for which it counts  3... limit of each network
-- Returns 'ok', 'known' if it is counted already, or the name of the games of the network that has too many.
-- Sent again: answered as the first time.
local most = {unpack(ARGV, 3)}
local found = take_places({unpack(KEYS, 1, #most)}, ARGV[1], now_ms() + ARGV[2], most)
return KEYS[found] or found
