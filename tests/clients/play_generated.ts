// Plays a game of each variant that is named with openapi-fetch and the types that openapi-typescript makes of the contract, or
// lists the variants; tests run it.

import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

type View = components["schemas"]["Game"];
type Move = components["schemas"]["Move"];

const WAIT = "wait=20";
const OPTIONS: Record<string, components["schemas"]["OptionChanges"]> = { hockey: { periods: 1 } };
const client = createClient<paths>({ baseUrl: process.argv[2] });

function fail(problem: components["schemas"]["Problem"] | undefined): never {
  throw new Error(`${problem?.code}: ${problem?.detail}`);
}

function pick<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)]!;
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items.map((item) => ({ item, at: Math.random() })).sort((a, b) => a.at - b.at).map(({ item }) => item);
}

function chosen(game: View): Move {
  if (game.choice) {
    const { type, field, candidates, slots } = game.choice;
    return { type, [field]: shuffled(candidates).slice(0, slots.length) };
  }
  return pick(game.legal_moves).move;
}

async function turn(game: View, headers: { Authorization: string }): Promise<View> {
  const path = { game_id: game.id };
  if (game.choice || game.legal_moves.length) {
    const body = { ply: game.ply, move: chosen(game) };
    const { data, error } = await client.POST("/v1/games/{game_id}/moves", { params: { path, header: { Prefer: WAIT } }, body, headers });
    return data ?? fail(error);
  }
  await client.GET("/v1/games/{game_id}/events", { params: { path, query: { after: String(game.version) }, header: { Prefer: WAIT } }, headers });
  const { data, error } = await client.GET("/v1/games/{game_id}", { params: { path }, headers });
  return data ?? fail(error);
}

async function play(variant: View["variant"]): Promise<View> {
  const { data, error } = await client.POST("/v1/games", {
    params: { header: { Prefer: WAIT } },
    body: { variant, options: OPTIONS[variant], seats: [{ kind: "person", name: "Ida" }, { kind: "ai", level: 1 }], pace_ms: 0 },
  });
  const created = data ?? fail(error);
  const headers = { Authorization: `Bearer ${created.tokens?.["0"]}` };
  let game: View = created;
  while (game.status === "active") game = await turn(game, headers);
  return game;
}

const variants = process.argv.slice(3) as View["variant"][];
for (const key of variants) {
  const game = await play(key);
  console.log(key, game.status, game.score.join(" "), game.result!.reason, game.table.node);
}
if (!variants.length) {
  const { data: known } = await client.GET("/v1/variants");
  console.log(known!.variants.map(({ key }) => key).join(" "));
}
