-- What every script may call.

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

-- Take a place for something until a time, or until the later one that it had, unless `most` others have one.
-- Returns 'ok', 'known' if it had a place before, or nil if all are taken.
local function take_place(places, thing, until_ms, most)
  redis.call('ZREMRANGEBYSCORE', places, '-inf', now_ms())
  local before = redis.call('ZSCORE', places, thing)
  if not before and redis.call('ZCARD', places) >= tonumber(most) then
    return nil
  end
  put_place(places, thing, math.max(tonumber(until_ms), tonumber(before or 0)))
  return before and 'known' or 'ok'
end

-- Let a bot live from now on: all that is stored for it, its name unless another has it, and its place among those of its client.
local function prolong_bot(id, name, of_client, life_s, stored)
  local holder = redis.call('GET', name)
  if not holder or holder == id then
    redis.call('SET', name, id, 'EX', life_s)
  end
  put_place(of_client, id, now_ms() + life_s * 1000)
  for _, key in ipairs(stored) do
    redis.call('EXPIRE', key, life_s)
  end
end
