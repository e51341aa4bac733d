-- Delete a game and everything stored with it; with an index, only if it is still there: otherwise a player has moved.
-- KEYS  1 game hash; what else is stored for the game, in its bucket, is named after it
-- ARGV  1 index, 'idle' or 'ended', or ''
-- Returns 1, or 0 if it is not in the index.
-- Sent again: 0, and it is deleted.
local bucket, id = string.match(KEYS[1], '^({.-}):game:(.+)$')
if ARGV[1] ~= '' and not redis.call('ZSCORE', bucket .. ':' .. ARGV[1], id) then
  return 0
end
for _, name in ipairs({'idle', 'ended'}) do
  redis.call('ZREM', bucket .. ':' .. name, id)
end
for _, kind in ipairs({'game', 'commits', 'requests', 'webhooks', 'deliveries'}) do
  redis.call('DEL', bucket .. ':' .. kind .. ':' .. id)
end
return 1
