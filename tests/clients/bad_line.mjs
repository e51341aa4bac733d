// The JavaScript SDK on a bad line: services of a few lines that cut, delay and lie. test_bad_line_javascript.py runs it.

import assert from "node:assert/strict";
import { once, getEventListeners } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { after, test as testOf } from "node:test";

const { Client, Problem, Unreachable } = await import("../../clients/javascript/src/index.js");

/** Which of how many parts of the tests run: one test in every `parts`. */
const [part = 0, parts = 1] = process.argv.slice(2).map(Number);
let count = 0;
const test = (name, act) => count++ % parts === part && testOf(name, { timeout: 20_000 }, act);
const servers = [];
const { now } = performance;
after(() => servers.forEach((server) => server.close().closeAllConnections()));

/** A service that gives each request what `answer` returns: status, headers and body; or nothing, if it answers itself. */
async function service(answer) {
  const asked = [];
  const server = createServer(async (request, response) => {
    request.resume();
    await once(request, "end");
    const { method, url, headers } = request;
    asked.push({ method, url, headers, at: now.call(performance) });
    const given = answer(asked.at(-1), response, asked.length - 1);
    if (!given) return;
    const [status, more, body] = given;
    response.writeHead(status, { "Content-Type": "application/json", ...more }).end(typeof body === "string" || !body ? body : JSON.stringify(body));
  });
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { address: `http://127.0.0.1:${server.address().port}`, asked };
}

const view = (version, more = {}) => ({
  id: "g_one",
  variant: "hockey",
  version,
  ply: version,
  etag: `"${version}"`,
  status: "active",
  legal_moves: [],
  choice: null,
  you: { seat: 0 },
  fairness: { client_seeds: {}, promises: {}, reveal_by: null },
  ...more,
});
const FULL = [503, { "Retry-After": "2" }, { code: "wait/full", title: "Too many waiting requests" }];
const saved = { id: "g_one", token: "g_one.secret", tokens: {}, owner: null, join_code: null, commitment: "", seen: 0 };
const event = (version, type = "plays") => ({ version, type, text: `${type} ${version}` });
const message = (version, events = [event(version)]) => ({ version, revision: `${version}-word`, events });
const streamed = (...messages) => messages.map((one) => `id: ${one.revision}\ndata: ${JSON.stringify(one)}\n\n`).join("");
const STREAM = { "Content-Type": "text/event-stream; charset=utf-8" };

/** A handle of the game; its first view is not counted among what is asked. */
async function gameAt({ address, asked }, options = {}) {
  const game = await new Client({ address, ...options }).resume(saved);
  asked.length = 0;
  return game;
}

const gaps = (asked) => asked.slice(1).map(({ at }, number) => at - asked[number].at);
/** What a loop that waits without end throws after a time. */
const during = (ms, act) => assert.rejects(act(AbortSignal.timeout(ms)), { name: "TimeoutError" });
/** The time that requests take does not count, as if they were answered at once: on a busy machine it is part of the pauses. */
function answeredAtOnce() {
  performance.now = () => 0;
  return () => delete performance.now;
}
/** Pauses are that much shorter in a test. */
function hurried(times) {
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (act, ms, ...more) => setTimeout(act, ms / times, ...more);
  return () => (globalThis.setTimeout = setTimeout);
}

// The first request of a process loads what sends and answers it: not within a time that a test measures.
await fetch((await service(() => [204])).address);

test("a wait that the service does not hold was asked again without a pause", async () => {
  const line = await service(({ headers }) => (headers.prefer ? [304] : [200, {}, view(1)]));
  const game = await gameAt(line);
  await during(2000, (signal) => game.wait({ signal }));
  assert.ok(line.asked.length > 2 && line.asked.length < 8, `${line.asked.length} requests in 2 s`);
});

test("a service that answers each wait with the same view was asked again without a pause", async () => {
  const line = await service(() => [200, {}, view(1)]);
  const game = await gameAt(line);
  await during(2000, (signal) => game.wait({ signal }));
  assert.ok(line.asked.length < 8, `${line.asked.length} requests in 2 s`);
});

test("a wait is held as long as it was asked for, and asked once", async () => {
  const line = await service(({ headers }, response) => {
    if (!headers.prefer) return [200, {}, view(1)];
    setTimeout(() => response.writeHead(304).end(), 1000 * Number(headers.prefer.slice(5)));
    return null;
  });
  const game = await gameAt(line);
  await game.refresh({ waitS: 1 });
  assert.deepEqual(line.asked.map(({ headers }) => headers.prefer), ["wait=1"]);
});

test("a place of events that the service does not hold was asked for without a pause", async () => {
  const line = await service(({ url }, _, number) => {
    const { searchParams } = new URL(url, "http://x");
    return [200, {}, number < 3 ? { ...message(1, []), revision: searchParams.get("after") } : message(2)];
  });
  const { api } = new Client({ address: line.address });
  const done = answeredAtOnce();
  assert.equal((await api.list_events({ game_id: "g_one", after: "1-word", waitS: 10 })).version, 2);
  done();
  assert.equal(line.asked.length, 4);
  assert.ok(gaps(line.asked).every((ms, number) => ms >= 120 * 2 ** number), String(gaps(line.asked)));
});

for (const after of ["1-word", 1]) {
  test(`a change without events ends a wait for events after ${after}`, async () => {
    const line = await service((_, __, number) => [200, {}, message(number + 1, [])]);
    const { api } = new Client({ address: line.address });
    assert.equal((await api.list_events({ game_id: "g_one", after, waitS: 10 })).version, 2);
  });
}

test("changes that come quickly are waited for without a pause", async () => {
  let version = 1;
  const line = await service(() => [200, {}, view((version += 1), version < 40 ? {} : { status: "finished" })]);
  const game = await gameAt(line);
  const began = performance.now();
  await game.wait();
  assert.ok(performance.now() - began < 1000);
});

test("the Retry-After of a 202 was ignored", async () => {
  const answers = ["queued", "running", "running", "done"];
  const line = await service((_, __, number) => {
    const status = answers[number];
    return [status === "done" ? 200 : 202, { "Retry-After": "1" }, { id: "s_one", status, answer: status === "done" ? { text: "it" } : null }];
  });
  assert.deepEqual(await new Client({ address: line.address }).suggest("hockey", {}, { level: 1 }), { text: "it" });
  assert.equal(line.asked.length, 4);
  assert.ok(gaps(line.asked).every((ms) => ms >= 950), String(gaps(line.asked)));
});

test("a batch is read as lines, whether it was held or not", async () => {
  const answer = '{"move": {"type": "pass"}}\n{"move": {"type": "flip"}}   \n';
  for (const queued of [0, 2]) {
    const line = await service((_, __, number) =>
      number < queued ? [202, { "Retry-After": "1" }, { id: "b_one", status: "queued" }] : [200, { "Content-Type": "application/x-ndjson" }, answer],
    );
    const found = await new Client({ address: line.address }).suggestBatch("hockey", [{ observation: {} }, { observation: {}, seed: "1" }], { level: 3 });
    assert.deepEqual(found, [{ move: { type: "pass" } }, { move: { type: "flip" } }]);
    assert.equal(line.asked.length, queued + 1);
  }
  const line = await service((_, __, number) => [number ? 200 : 202, {}, { id: "b_one", status: number ? "failed" : "queued" }]);
  await assert.rejects(new Client({ address: line.address }).suggestBatch("hockey", []), /b_one is failed/);
});

test("wait/full ended turns", async () => {
  const line = await service(({ headers }, _, number) => (headers.prefer ? FULL : number < 5 ? [200, {}, view(1)] : [200, {}, view(2, { legal_moves: [{ move: {} }] })]));
  const game = await gameAt(line, { patienceMs: 500 });
  for await (const turn of game.turns()) {
    assert.equal(turn.version, 2);
    break;
  }
  assert.ok(gaps(line.asked).filter((ms) => ms > 1900).length >= 1, "the Retry-After of the refusal is kept");
});

test("wait/full ended the events that are polled", async () => {
  const pages = [message(1), message(1), { ...message(2, [event(2, "game_finished")]) }];
  const line = await service(({ url, headers }) => {
    if (url.includes("/stream")) return [503, {}, { code: "stream/full" }];
    if (headers.prefer || url.includes("wait=")) return FULL;
    if (url.includes("/events")) return [200, {}, pages.shift()];
    return [200, {}, pages.length ? view(1) : view(2, { status: "finished" })];
  });
  const game = await gameAt(line, { patienceMs: 500 });
  const types = [];
  for await (const { type } of game.events()) types.push(type);
  assert.deepEqual(types, ["plays", "game_finished"]);
});

test("streams that end at once were opened five times a second without end", async () => {
  const line = await service(({ url }) => (url.includes("/stream") ? [200, STREAM, "retry: 2000\n\n"] : [200, {}, view(1)]));
  const game = await gameAt(line);
  await during(3000, async (signal) => {
    for await (const _ of game.events({ signal }));
  });
  assert.ok(line.asked.length > 2 && line.asked.length < 7, `${line.asked.length} streams in 3 s`);
});

test("streams that are cut within each message are given up for polls", async () => {
  const line = await service(({ url }, response) => {
    if (url.includes("/stream")) {
      response.writeHead(200, STREAM).write(streamed(message(1)).slice(0, 30));
      setTimeout(() => response.destroy(), 20);
      return null;
    }
    return url.includes("/events") ? [200, {}, message(1, [event(1, "game_finished")])] : [200, {}, view(1, { status: "finished" })];
  });
  const game = await gameAt(line);
  const types = [];
  const atEase = hurried(20);
  for await (const { type } of game.events()) types.push(type);
  atEase();
  assert.deepEqual(types, ["game_finished"]);
  assert.equal(line.asked.filter(({ url }) => url.includes("/stream")).length, 6);
});

test("streams that end after each message are opened again soon", async () => {
  const line = await service(({ url }) => {
    const after = Number.parseInt(new URL(url, "http://x").searchParams.get("after"));
    if (!url.includes("/stream")) return [200, {}, view(1)];
    return after < 6 ? [200, STREAM, streamed(message(after + 1))] : [204];
  });
  const game = await gameAt(line);
  const began = performance.now();
  const versions = [];
  for await (const { version } of game.events()) versions.push(version);
  assert.deepEqual(versions, [1, 2, 3, 4, 5, 6]);
  assert.ok(performance.now() - began < 2500);
});

test("a message that is sent twice was an event twice", async () => {
  const line = await service(({ url }) => {
    if (!url.includes("/stream")) return [200, {}, view(1)];
    return url.includes("after=1-word") ? [204] : [200, STREAM, streamed(message(1), message(1))];
  });
  const game = await gameAt(line);
  const versions = [];
  for await (const { version } of game.events()) versions.push(version);
  assert.deepEqual(versions, [1]);
});

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect of status ${status} carried the API key and the token to another host`, async () => {
    const other = await service(() => [200, {}, view(2)]);
    const line = await service(({ method, url }) => (method === "POST" ? [status, { Location: `${other.address}${url}` }] : [200, {}, view(1, { legal_moves: [{ move: {} }] })]));
    const game = await gameAt(line, { apiKey: "k_secret" });
    await assert.rejects(game.play({ type: "flip" }), (error) => {
      assert.ok(error instanceof Unreachable && error.isElsewhere);
      assert.match(error.message, new RegExp(`redirects to ${other.address}: use that address`));
      return true;
    });
    assert.equal(line.asked.length, 1);
    assert.deepEqual(other.asked, []);
  });
}

test("events after a break came again", async () => {
  const pages = [message(1, [event(1), event(1, "scores")]), message(2, [event(2), event(2, "scores"), event(2, "face_off")])];
  const line = await service(({ url }) => {
    const after = Number.parseInt(new URL(url, "http://x").searchParams.get("after"));
    if (url.includes("/stream")) return after < 2 ? [200, STREAM, streamed(...pages.slice(after))] : [204];
    return url.includes("/events") ? [200, {}, pages[after] ?? message(2, [])] : [200, {}, view(2)];
  });
  let game = await gameAt(line);
  const seen = [];
  for (const follow of [true, false, true, false, true, false]) {
    for await (const { text } of game.events({ follow })) {
      seen.push(text);
      break;
    }
    const { seen: place, begun } = game.saved();
    game = await new Client({ address: line.address }).resume(JSON.parse(JSON.stringify(game.saved()))); // in another program
    if (seen.length === 4) assert.deepEqual([place, begun], ["1-word", { place: "1-word", count: 2 }]);
  }
  assert.deepEqual(seen, ["plays 1", "scores 1", "plays 2", "scores 2", "face_off 2"]);
  assert.deepEqual([game.saved().seen, game.saved().begun], ["2-word", null]);
});

test("updates after a break came again", async () => {
  const line = await service(({ url }) => (url.includes("/stream") ? (url.includes("2-word") ? [204] : [200, STREAM, streamed(message(1), message(2)).slice(url.includes("1-word") ? streamed(message(1)).length : 0)]) : [200, {}, view(2)]));
  const game = await gameAt(line);
  const seen = [];
  for (let time = 0; time < 3; time += 1) {
    for await (const { version } of game.updates()) {
      seen.push(version);
      break;
    }
  }
  assert.deepEqual(seen, [1, 2]);
});

test("a view that left before the move that was sent had asked for it again", async () => {
  const asked = (version, ply) => view(version, { ply, legal_moves: [{ move: { type: "pass" }, text: "pass" }] });
  const own = { ...message(4), view: asked(4, 3) };
  const line = await service(({ url }) => {
    if (url.includes("/moves")) return [204];
    return url.includes("/stream") ? [200, STREAM, streamed({ ...message(3), view: asked(3, 2) }, own)] : [200, {}, asked(2, 2)];
  });
  const game = await gameAt(line);
  assert.ok(game.isMyTurn);
  await game.send(game.legalMoves[0]);
  const seen = [[game.version, game.isMyTurn]];
  for await (const { version } of game.updates()) {
    seen.push([version, game.isMyTurn]);
    if (version === 4) break;
  }
  assert.deepEqual(seen, [[2, false], [3, false], [4, true]]);
  await game.send(game.legalMoves[0]);
  await game.refresh(); // the service has lost the move
  assert.ok(game.isMyTurn);
});

test("a 429 of a proxy in HTML was no rate limit", async () => {
  const line = await service((_, __, number) => (number < 1 ? [429, { "Content-Type": "text/html", "Retry-After": "1" }, "<h1>Slow down</h1>"] : [200, {}, view(1)]));
  await new Client({ address: line.address }).watch("g_one");
  assert.ok(gaps(line.asked)[0] >= 1000);
  const always = await service(() => [429, { "Content-Type": "text/html" }, "<h1>Slow down</h1>"]);
  await assert.rejects(new Client({ address: always.address, patienceMs: 0 }).watch("g_one"), { name: "Problem", status: 429, code: "limit/exceeded" });
});

test("a Retry-After that is a date was ignored", async () => {
  const at = (ms) => new Date(Date.parse("2026-01-01T00:00:00Z") + ms).toUTCString();
  const limited = { code: "limit/exceeded", title: "Rate limit exceeded" };
  const line = await service((_, __, number) => (number < 1 ? [429, { Date: at(0), "Retry-After": at(2000) }, limited] : [200, {}, view(1)]));
  await new Client({ address: line.address }).watch("g_one");
  assert.ok(gaps(line.asked)[0] >= 2000, "by the clock of the service, which may be wrong");
  const later = await service(() => [429, { Date: at(0), "Retry-After": at(3_600_000) }, limited]);
  await assert.rejects(new Client({ address: later.address }).watch("g_one"), { code: "limit/exceeded", retryAfterS: 3600 });
});

test("the Retry-After of a proxy whose service is away was ignored", async () => {
  const line = await service((_, __, number) => (number < 1 ? [503, { "Content-Type": "text/html", "Retry-After": "1" }, "<h1>Away</h1>"] : [200, {}, view(1)]));
  await new Client({ address: line.address }).watch("g_one");
  assert.ok(gaps(line.asked)[0] >= 1000);
});

test("an answer that was cut off unseen was reported as something other than a Faceoff", async () => {
  const line = await service(({ url }, _, number) => [200, {}, number < 1 ? JSON.stringify(view(1)).slice(0, 50) : view(1)]);
  assert.equal((await new Client({ address: line.address }).watch("g_one")).version, 1);
});

test("a gateway whose codes are numbers broke the client", async () => {
  const line = await service((_, __, number) => (number < 1 ? [503, {}, { code: 503, message: "no upstream" }] : [200, {}, view(1)]));
  assert.equal((await new Client({ address: line.address }).watch("g_one")).version, 1);
});

const [head, tail] = JSON.stringify(message(1, [{ ...event(1), text: "Émile Őze 🏒" }])).split(/(?<=,)(?="rev)/);
const LINES = [": hello", "retry: 2000", "", "event: message", `data:${head}`, "id", `data: ${tail}`, ":", "", `data: ${JSON.stringify(message(2))}`, "unknown: x", "", "data: half"];
for (const [name, end] of [["CRLF", "\r\n"], ["CR", "\r"], ["LF", "\n"]]) {
  for (const [how, bytes] of [["at once", 10_000], ["byte by byte", 1], ["in odd pieces", 7]]) {
    test(`nothing was read from a stream with lines that end in ${name}, sent ${how}`, async () => {
      const all = Buffer.from(`\uFEFF${LINES.join(end)}`);
      const body = new ReadableStream({
        start(controller) {
          for (let place = 0; place < all.length; place += bytes) controller.enqueue(all.subarray(place, place + bytes));
          controller.close();
        },
      });
      const fetch = async (url) => {
        if (!url.includes("/stream")) return new Response(JSON.stringify(view(1)));
        return url.includes("after=0") ? new Response(body, { headers: STREAM }) : new Response(null, { status: 204 });
      };
      const game = await new Client({ address: "http://nowhere", fetch }).resume(saved);
      const texts = [];
      for await (const { text } of game.events()) texts.push(text);
      assert.deepEqual(texts, ["Émile Őze 🏒", "plays 2"]);
    });
  }
}

test("a message whose lines end in CR waited for the next one", async () => {
  const line = await service(({ url }, response) => {
    if (!url.includes("/stream")) return [200, {}, view(1)];
    response.writeHead(200, STREAM).write(streamed(message(1)).replaceAll("\n", "\r"));
    return null;
  });
  const game = await gameAt(line);
  const began = performance.now();
  for await (const _ of game.events()) break;
  assert.ok(performance.now() - began < 1000);
});

for (const data of ["<p>secret</p>", "null", '{"secret": 1}', "[]"]) test(`a message was a raw SyntaxError, or read as one of the service: ${data}`, async () => {
  const line = await service(({ url }) => (url.includes("/stream") ? [200, STREAM, `data: ${data}\n\n`] : [200, {}, view(1)]));
  const game = await gameAt(line);
  const follow = async () => {
    for await (const _ of game.events());
  };
  await assert.rejects(follow(), (error) => error instanceof Unreachable && /is it a Faceoff/.test(error.message) && !/secret/.test(error.message));
});

test("a token read with its newline is sent without it", async () => {
  const line = await service(() => [200, {}, view(1)]);
  await new Client({ address: line.address, apiKey: "k_one\r\n" }).resume({ ...saved, token: "g_one.secret\n" });
  const { authorization, "x-api-key": key } = line.asked[0].headers;
  assert.deepEqual([authorization, key], ["Bearer g_one.secret", "k_one"]);
});

for (const secret of ["g_one\n.secret", "g_one.sécret\u2028", "\n"]) {
  test(`a token that no header may have was called a broken connection: ${JSON.stringify(secret)}`, async () => {
    const line = await service(() => [200, {}, view(1)]);
    const client = new Client({ address: line.address });
    await assert.rejects(client.resume({ ...saved, token: secret }), (error) => error instanceof TypeError && /the token has/.test(error.message) && !/s.cret/.test(String(error.stack)));
    assert.throws(() => new Client({ apiKey: secret }), (error) => error instanceof TypeError && !/s.cret/.test(String(error.stack)));
    assert.deepEqual(line.asked, []);
  });
}

test("a Problem lost all but its fields as JSON, and all but its words as a copy", async () => {
  const body = { code: "move/illegal", title: "Illegal move", detail: "No.", rule: "2.3", request_id: "r_1" };
  const line = await service(() => [409, { "Retry-After": "3" }, body]);
  const problem = await new Client({ address: line.address }).watch("g_one").catch((error) => error);
  const json = JSON.parse(JSON.stringify(problem));
  assert.deepEqual(json, { name: "Problem", message: "No. (move/illegal)", body, status: 409, retryAfterS: 3 });
  const again = new Problem(json.body, json.status, json.retryAfterS);
  assert.deepEqual([again.message, again.code, again.rule, again.requestId], [problem.message, "move/illegal", "2.3", "r_1"]);
  const copy = structuredClone(problem);
  assert.deepEqual([copy.message, copy.cause], ["No. (move/illegal)", body]);
});

for (const how of ["was lost", "was that of a proxy"]) {
  test(`a DELETE whose answer ${how} was not_found when it was repeated`, async () => {
    const line = await service((_, response, number) => {
      if (number) return [404, {}, { code: "webhook/not_found" }];
      if (how !== "was lost") return [502, { "Content-Type": "text/html" }, "<h1>Bad gateway</h1>"];
      response.destroy();
      return null;
    });
    const { api } = new Client({ address: line.address });
    assert.equal(await api.delete_webhook({ webhook_id: "w_one", token: "t" }), null);
    assert.equal(line.asked.length, 2);
  });
}

test("a token whose renewal was lost is renewed once", async () => {
  const line = await service((_, response, number) => (number ? [201, {}, { seat: 0, token: "new" }] : void response.destroy()));
  const { api } = new Client({ address: line.address });
  const renewal = { game_id: "g_one", seat: 0, token: "old", idempotencyKey: " a key of mine\n" };
  assert.equal((await api.renew_token(renewal)).token, "new");
  assert.equal((await api.renew_token(renewal)).token, "new");
  assert.deepEqual(line.asked.map(({ headers }) => headers["idempotency-key"]), Array(3).fill('"a key of mine"'));
});

test("a DELETE of what is not there is not_found", async () => {
  const answers = [[429, {}, { code: "limit/exceeded" }], [404, {}, { code: "webhook/not_found" }]];
  const line = await service((_, __, number) => answers[number]);
  const { api } = new Client({ address: line.address });
  await assert.rejects(api.delete_webhook({ webhook_id: "w_one", token: "t" }), { code: "webhook/not_found" });
});

test("a browser without AbortSignal.any could not ask for anything", async () => {
  const { any, timeout } = AbortSignal;
  try {
    delete AbortSignal.any;
    delete AbortSignal.timeout;
    const line = await service(({ url }) => (url.includes("/stream") ? [200, STREAM, streamed(message(1))] : [200, {}, view(1)]));
    const game = await gameAt(line);
    const abort = new AbortController();
    for await (const { version } of game.events({ signal: abort.signal })) {
      assert.equal(version, 1);
      break;
    }
  } finally {
    Object.assign(AbortSignal, { any, timeout });
  }
});

test("a signal that lives long kept every call", async () => {
  const line = await service(({ url }, response) => {
    if (!url.includes("/stream")) return [200, {}, view(1)];
    if (url.includes("after=0")) return [200, STREAM, streamed(message(1))];
    response.writeHead(200, STREAM).write(streamed(message(2)));
    return null; // stays open
  });
  const { signal } = new AbortController();
  const { any } = AbortSignal;
  let followed = 0; // what AbortSignal.any makes is known to the signal alone
  AbortSignal.any = (signals) => {
    followed += 1;
    return any.call(AbortSignal, signals);
  };
  try {
    const game = await gameAt(line);
    for (let time = 0; time < 5; time += 1) await game.refresh({ signal });
    let count = 0;
    for await (const _ of game.events({ signal })) if ((count += 1) === 2) break;
  } finally {
    AbortSignal.any = any;
  }
  assert.deepEqual([followed, getEventListeners(signal, "abort").length], [0, 0]);
});

for (const [what, act] of [["a call", (game, signal) => game.refresh({ signal })], ["a stream", async (game, signal) => { for await (const _ of game.events({ signal })); }]]) {
  test(`${what} ends at once with its signal, and hangs up`, async () => {
    let hasGone = false;
    const line = await service(({ url }, response, number) => {
      if (!number && !url.includes("/stream")) return [200, {}, view(1)];
      response.on("close", () => (hasGone = true));
      if (url.includes("/stream")) response.writeHead(200, STREAM).write(":\n\n");
      return null;
    });
    const { asked } = line;
    const game = await new Client({ address: line.address }).resume(saved);
    const abort = new AbortController();
    const doing = act(game, abort.signal);
    while (asked.length < 2) await sleep(5);
    await sleep(50);
    abort.abort(new RangeError("enough"));
    await assert.rejects(doing, RangeError);
    await sleep(100);
    assert.ok(hasGone);
  });
}
