// Plays games with the JavaScript SDK as the JSON in the first argument says; prints one line of JSON for each. play_sdk.py does the same.

import { inspect } from "node:util";

const wanted = JSON.parse(process.argv[2]);
const { Client, Problem, newSeed, randomMove } = await import(process.argv[3] ?? "faceoff-client");

const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

/** A game of two with seeds, resigned at once, and its rematch; a spectator looks at the first. And one of a deal. */
async function playFair(client) {
  const one = await client.create("hockey", { seats: [{ kind: "person" }, { kind: "open" }], clientSeed: newSeed() });
  const other = await client.join(one.id, { joinCode: one.joinCode, clientSeed: newSeed() });
  await one.refresh();
  await other.refresh();
  const statuses = [other.status];
  await other.resign();
  const again = [await one.rematch({ clientSeed: newSeed() }), await other.rematch({ clientSeed: newSeed() })];
  for (const game of [...again, ...again]) await game.refresh();
  statuses.push(again[0].status);
  const faults = [[...(await one.fairnessFaults()), ...(await other.fairnessFaults())]];
  await again[0].resign();
  faults.push([...(await again[0].fairnessFaults()), ...(await again[1].fairnessFaults())]);
  const dealt = await client.create("hockey", { level: 1, deal: "the-first-goal" });
  await dealt.resign();
  return { statuses, faults, known: await dealt.fairnessFaults(), strangers: await (await client.watch(one.id)).fairnessFaults() };
}

/** A game to its end, or as many turns as wanted, while another handle follows its events. */
async function play(client, variant) {
  const game = variant
    ? await client.create(variant, { ...(wanted.computer ?? { level: 1 }), name: "Ida", pace_ms: 0, clientSeed: newSeed(), ...wanted.game, ...wanted.games?.[variant] })
    : await client.resume(wanted.saved);
  console.log(JSON.stringify({ started: game.id }));
  const followed = follow(await client.resume(game.saved()));
  let turns = 0;
  for await (const view of wanted.by_updates ? turnsByUpdates(game) : game.turns()) {
    if (turns === wanted.stop_after) return { saved: game.saved() };
    await (wanted.by_updates ? game.send(randomMove(view)) : game.play(randomMove(view)));
    turns += 1;
    await sleep(wanted.pause_s ?? 0);
  }
  const events = await followed;
  const listed = [];
  for await (const event of game.events({ after: 0, follow: false })) listed.push(event);
  await game.record();
  return {
    variant: game.variant,
    status: game.status,
    turns,
    followed: events.map(({ version, type }) => [version, type]),
    listed: listed.map(({ version, type }) => [version, type]),
    faults: await game.fairnessFaults(),
    fields: Object.keys(game.view).sort(),
    token: game.token,
    shown: `${inspect(game, { depth: 9, showHidden: true })} ${inspect(client, { depth: 9 })} ${game} ${JSON.stringify([game, client])}`,
  };
}

/** The turns of a player who gets views from the stream alone. */
async function* turnsByUpdates(game) {
  for await (const { version } of game.updates({ after: 0 })) {
    if (game.isMyTurn && game.version === version) yield game.view;
  }
}

async function follow(game) {
  const events = [];
  for await (const event of game.events({ after: 0 })) events.push(event);
  return events;
}

const client = new Client({ address: wanted.address, patienceMs: 1000 * (wanted.patience_s ?? 30) });
for (const variant of wanted.variants ?? [null]) {
  const report = await (wanted.pair ? playFair(client) : play(client, variant)).catch((error) => {
    if (!(error instanceof Problem)) throw error;
    return { problem: error.code, retry_after_s: error.retryAfterS, shown: String(error.stack) };
  });
  console.log(JSON.stringify(report));
}
process.exit(0); // a follower of an unfinished game is left
