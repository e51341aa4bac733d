-- Commit one change of a game, or return why not. Rules run in Python; this script only compares, writes and indexes.
-- KEYS  1 game hash; what else is stored for the game, in its bucket, is named after it
--       2... on one server: the list of public games that the game enters, then those that it may have been in
-- ARGV  1 game document  2 the commit, as its history has it
--       3 in MessagePack, names whose value is nil left out:
--         revision    that the game has, '0' to create it
--         version     that the commit makes       word  made with it: both are its revision
--         request     id of the request
--         is_move     whether that is one: it cannot be known at the revision at which the rules have allowed it
--         lifetime_s  seconds to live, unless an earlier commit has set them for this one too
--         agenda      the names of its sets, without the kind
--         due         ms until the game is due, by kind of the agenda
--         key         API key that created the game, or ''
--         stands      'idle' while nobody has moved, 'ended', or ''
--         stood       the same before
--         member      the game in the lists
--         channel     where the change is published
--         awake       exists while a worker has promised to claim the turns that are to be played
-- Returns 'ok', 'already', 'stale', 'gone', or 'awake' if it is done and no worker has to be called for the turn: one will claim
-- it, or is called for another one.
-- Sent again: the same, unless another commit has come between: then 'already'.
local bucket, id = string.match(KEYS[1], '^({.-}):game:(.+)$')
local facts = cmsgpack.unpack(ARGV[3])
local requests, commits, webhooks = bucket .. ':requests:' .. id, bucket .. ':commits:' .. id, bucket .. ':webhooks:' .. id
local known = redis.call('HMGET', KEYS[1], 'revision', 'attempts')
local before, after = known[1] or '0', facts.version .. '-' .. facts.word
local is_current = before == facts.revision
if not (is_current and facts.is_move) and redis.call('HEXISTS', requests, facts.request) == 1 then
  return before == after and 'ok' or 'already'
end
if not is_current then
  return before == '0' and 'gone' or 'stale'
end
redis.call('HSET', KEYS[1], 'revision', after, 'game', ARGV[1])
if known[2] then
  redis.call('HDEL', KEYS[1], 'attempts')
end
redis.call('HSET', requests, facts.request, facts.version)
redis.call('RPUSH', commits, ARGV[2])
local has_webhooks
if facts.lifetime_s then
  redis.call('EXPIRE', KEYS[1], facts.lifetime_s)
  redis.call('EXPIRE', requests, facts.lifetime_s)
  redis.call('EXPIRE', commits, facts.lifetime_s)
  redis.call('EXPIRE', bucket .. ':deliveries:' .. id, facts.lifetime_s)
  has_webhooks = redis.call('EXPIRE', webhooks, facts.lifetime_s) == 1
else
  has_webhooks = redis.call('EXISTS', webhooks) == 1
end
if has_webhooks or facts.key ~= '' and redis.call('SISMEMBER', bucket .. ':watched', facts.key) == 1 then
  facts.due.deliver = 0
end
if not facts.due.turn and not facts.due.play then  -- to claim a turn changes the entry
  redis.call('ZREM', facts.agenda .. 'turn', id)
end
local now = (next(facts.due) or facts.stands ~= '') and now_ms()
for kind, ms in pairs(facts.due) do
  redis.call('ZADD', facts.agenda .. kind, now + ms, id)
end
if facts.stood ~= '' and facts.stood ~= facts.stands then
  redis.call('ZREM', bucket .. ':' .. facts.stood, id)
end
if facts.stands ~= '' then
  redis.call('ZADD', bucket .. ':' .. facts.stands, now, id)
end
for i = 2, #KEYS do
  redis.call('ZREM', KEYS[i], facts.member)
end
if KEYS[2] then
  redis.call('ZADD', KEYS[2], 0, facts.member)
end
redis.call('PUBLISH', facts.channel, id .. ' ' .. facts.version)
if facts.due.play and (redis.call('EXISTS', facts.awake) == 1 or redis.call('ZCARD', facts.agenda .. 'play') > 1) then
  return 'awake'
end
return 'ok'
