-- Functions for every script.

-- The clock of the service.
local function now_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- Places are a sorted set of what has one, by the ms until which. Give a place to something until a time; the set expires with its last.
local function put_place(places, thing, until_ms)
  redis.call('ZADD', places, until_ms, thing)
  redis.call('PEXPIREAT', places, redis.call('ZRANGE', places, -1, -1, 'WITHSCORES')[2])
end

-- Take a place in each of some sets for something until a time, or until the later one that it had; in none of them if in one
-- `most` others have places.
-- Returns 'ok', 'known' if it had a place before, or the number of the set in which all are taken.
local function take_places(sets, thing, until_ms, most)
  local ends = {}
  for number, places in ipairs(sets) do
    redis.call('ZREMRANGEBYSCORE', places, '-inf', now_ms())
    ends[number] = redis.call('ZSCORE', places, thing)
    if not ends[number] and redis.call('ZCARD', places) >= tonumber(most[number]) then
      return number
    end
  end
  for number, places in ipairs(sets) do
    put_place(places, thing, math.max(tonumber(until_ms), tonumber(ends[number] or 0)))
  end
  return ends[1] and 'known' or 'ok'
end

-- The keys of a script about a bot, whose id is ARGV[1]: 1 bot hash  2 its seats  3 its feed  4 hash of who has reserved its places
-- 5 its places  6 while it counts as online; and where the script says so 7 list of bots  8 bots of the client that registered it, by
-- the time at which they stop counting  9 its name, holding its id.

-- Restart the lifetime of a bot: of everything stored for it, its name unless another bot has it, and its entry among those of its client.
local function prolong_bot(life_s)
  local holder = redis.call('GET', KEYS[9])
  if not holder or holder == ARGV[1] then
    redis.call('SET', KEYS[9], ARGV[1], 'EX', life_s)
  end
  put_place(KEYS[8], ARGV[1], now_ms() + life_s * 1000)
  for number = 1, 4 do
    redis.call('EXPIRE', KEYS[number], life_s)
  end
end
