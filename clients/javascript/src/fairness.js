// Seeds of your own, and the check of the shuffles of a finished game, by the recipe `faceoff-v1` of /web/fairness.md.

/** @import { OwnSeed, Schemas } from "./types.js" */

const SCHEME = "faceoff-v1";
const text = new TextEncoder();

/** @param {string} hex */
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
/** @param {ArrayBuffer} buffer */
const hexOf = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {Uint8Array<ArrayBuffer>} key @param {string} message */
async function hmac(key, message) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return crypto.subtle.sign("HMAC", imported, text.encode(message));
}

/** A seed of your own, for `create`, `join`, `quick` or `rematch`. */
export const newSeed = () => hexOf(crypto.getRandomValues(new Uint8Array(32)).buffer);

/** The promise of a seed. Needs WebCrypto: a page from https or this machine. @param {string} seed */
export const seedDigest = async (seed) => hexOf(await crypto.subtle.digest("SHA-256", text.encode(seed)));

/** The promise of a seed, as a field of a request. @param {string} [seed] */
export const promiseOf = async (seed) => seed && { seed_digest: await seedDigest(seed) };

/** A seed with who promised it: a seat or the owner. @param {string} by @param {string} [seed] @returns {OwnSeed | null} */
export const ownSeed = (by, seed) => (seed ? { by, seed, promises: null } : null);

/**
 * Why the shuffles of a game that is over may be unfair; empty if no one could choose them, the operator included. Needs WebCrypto.
 * The proof cannot show that the commitment and the promises have not been exchanged.
 * @param {Schemas["FairnessProof"]} proof
 * @param {string} commitment the one that you were shown at the start
 * @param {OwnSeed | null} [own] your seed, with the promises that you were shown before you revealed it
 * @returns {Promise<string[]>}
 */
export async function fairnessFaults(proof, commitment, own) {
  const { deal, seed } = proof;
  const game = deal ?? proof.game_id;
  if (proof.scheme !== SCHEME) return [`the scheme ${proof.scheme} is unknown here; a newer version of this package may know it`];
  if (seed === null) return ["the seed is revealed when the game is over"];
  const faults = [];
  if (proof.commitment !== commitment) faults.push("the commitment is another one than at the start");
  if ((await seedDigest(`${SCHEME}|${game}|${seed}`)) !== proof.commitment) faults.push("the seed does not match the commitment");
  if (!deal) faults.push(...(await seedFaults(proof.client_seeds, own)));
  else {
    faults.push("the cards follow from the text of a prepared deal: who knew it knew them");
    if ((await seedDigest(`${SCHEME}|deal|${deal}`)) !== seed) faults.push("the seed does not follow from the deal");
  }
  const key = await keyOf(game, bytes(seed), proof.client_seeds);
  for (const [number, shuffle] of proof.orders.entries()) {
    const order = await orderOf(game, key, number, shuffle.size);
    if (shuffle.shuffle !== number || String(shuffle.order) !== String(order)) faults.push(`shuffle ${number} does not follow from the seed`);
  }
  if (proof.orders.length !== proof.shuffles) faults.push(`${proof.shuffles} shuffles were dealt, but ${proof.orders.length} are shown`);
  return faults;
}

/**
 * Of the players' seeds: yours must be among them, and all of them, and no other, those that were promised.
 * @param {Record<string, string>} given @param {OwnSeed | null} [own]
 */
async function seedFaults(given, own) {
  if (!own) return ["you gave no seed: the shuffles are fair only if you trust the operator"];
  const { by, seed, promises } = own;
  const faults = [];
  if (given[by] !== seed) faults.push("your seed is not among those of the shuffles");
  if (!promises) return [...faults, "you were not shown what the others had promised before you revealed your seed"];
  for (const who of [...new Set([...Object.keys(given), ...Object.keys(promises)])].sort()) {
    const [revealed, promised] = [given[who], promises[who]];
    if (promised === undefined) faults.push(`the seed of ${who} was not promised when you revealed yours`);
    else if (revealed === undefined) faults.push(`the seed that ${who} had promised was left out`);
    else if ((await seedDigest(revealed)) !== promised) faults.push(`the seed of ${who} is not the promised one`);
  }
  return faults;
}

/** @param {string} game @param {Uint8Array<ArrayBuffer>} seed @param {Record<string, string>} clientSeeds */
async function keyOf(game, seed, clientSeeds) {
  const place = (/** @type {string} */ who) => (who === "owner" ? -1 : Number(who));
  const given = Object.keys(clientSeeds).sort((a, b) => place(a) - place(b)).map((who) => `${who}=${clientSeeds[who]}`);
  return given.length ? new Uint8Array(await hmac(seed, [game, "clients", ...given].join("|"))) : seed;
}

/** Fisher-Yates from the end, without modulo bias. @param {string} game @param {Uint8Array<ArrayBuffer>} key @param {number} number @param {number} size */
async function orderOf(game, key, number, size) {
  /** @type {number[]} */
  const words = [];
  let block = 0;
  const next = async () => {
    if (!words.length) {
      const view = new DataView(await hmac(key, `${game}|shuffle|${number}|${block++}`));
      for (let at = 0; at < 32; at += 4) words.push(view.getUint32(at));
    }
    return /** @type {number} */ (words.shift());
  };
  const order = [...Array(size).keys()];
  for (let last = size - 1; last > 0; last--) {
    const bound = last + 1;
    let word = await next();
    while (word >= 2 ** 32 - (2 ** 32 % bound)) word = await next();
    const other = word % bound;
    [order[last], order[other]] = [/** @type {number} */ (order[other]), /** @type {number} */ (order[last])];
  }
  return order;
}
