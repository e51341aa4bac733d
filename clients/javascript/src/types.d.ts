// Types of the layer, on top of those that openapi-typescript makes of the contract.

import type { components, operations } from "./schema.js";
import type { OPERATIONS } from "./operations.js";

export type Schemas = components["schemas"];
export type { Exact } from "./exact.js";
export type GameView = Schemas["Game"];
export type PlayedGame = GameView & { events: Event[] };
export type Event = Schemas["Event"];
export type GameUpdate = Schemas["GameUpdate"];
export type Move = Schemas["Move"];
export type LegalMove = { move: Move; text: string };
export type PositionMoves = Schemas["PositionMoves"];
export type PlayerRequest = Schemas["PlayerRequest"];
export type Budget = Schemas["GameSuggestionRequest"];

export type Signal = { signal?: AbortSignal | undefined };

/** A game handle as JSON. It holds the secrets of the game: keep it like a password. */
export interface SavedGame {
  id: string;
  token: string | null;
  tokens: Record<string, string>;
  owner_token: string | null;
  join_code: string | null;
  commitment: string;
  own_seed?: OwnSeed | null;
  /** The last revision all of whose events were read; the version alone in what earlier releases have saved. */
  seen: number | string;
  /** How many events behind it were read too, if its `place` is still `seen`: another client may not know of it. */
  begun?: { place: number | string; count: number } | null;
}
export type Secrets = Partial<Pick<SavedGame, "token" | "tokens" | "owner_token" | "join_code" | "own_seed">>;

/** Your part in the shuffles. */
export interface OwnSeed {
  /** Who promised it: the number of your seat, or "owner" if you created the game. */
  by: string;
  seed: string;
  /** The promises of all players as you were shown them before you revealed your seed; null until then. */
  promises: Record<string, string | null> | null;
}

/** A seed of your own, by `newSeed()`. */
export interface WithSeed {
  clientSeed?: string;
}

/** Which computer plays: a level or a rating, and perhaps a character of the game. */
export interface Computer {
  level?: number | string;
  rating?: number;
  character?: string;
}

/** The fields of a CreateGameRequest of any variant, and the short form of its seats. */
export type NewGame = Omit<Schemas["CreateGameRequest"], "variant" | "preset" | "options"> & {
  preset?: string;
  options?: object;
  name?: string;
  team?: Schemas["TeamRequest"];
  idempotencyKey?: string;
} & Computer;

// -- a function for each operation

export type OperationName = keyof typeof OPERATIONS;

/** What every call takes in addition to the parts of its path and query. */
export interface Common extends Signal {
  body?: object | undefined;
  /** The token of a seat or of a game's owner; null as if there were none. */
  token?: string | null | undefined;
  /** Sent as `Prefer: wait`. */
  waitS?: number | undefined;
  /** Sent as `Prefer: return=minimal`; the answer of a move is null. Excludes `waitS`. */
  isMinimal?: boolean | undefined;
  idempotencyKey?: string | undefined;
  /** Sent as `If-None-Match`; the answer may be null. */
  etag?: string | undefined;
}

type Given<Part> = [NonNullable<Part>] extends [never] ? {} : Part extends undefined ? {} : NonNullable<Part>;
type OrUndefined<Fields> = { [Name in keyof Fields]: {} extends Pick<Fields, Name> ? Fields[Name] | undefined : Fields[Name] };
type Body<Name extends OperationName> = operations[Name] extends { requestBody: { content: { "application/json": infer Content } } }
  ? { body: Content }
  : operations[Name] extends { requestBody?: { content: { "application/json": infer Content } } }
    ? { body?: Content }
    : {};
type Options<Name extends OperationName> = Omit<Common, "body"> &
  Given<operations[Name]["parameters"]["path"]> &
  OrUndefined<Given<operations[Name]["parameters"]["query"]>> &
  Body<Name>;
type Good<Responses> = Responses[keyof Responses & (200 | 201 | 202)];
type Contents<Content> = { [Form in keyof Content]: Form extends "application/json" ? Content[Form] : string }[keyof Content];
type Of<Reply> = Reply extends { content: infer Content } ? Contents<Content> : null;
type Answer<Name extends OperationName> = [Good<operations[Name]["responses"]>] extends [never] ? null : Of<Good<operations[Name]["responses"]>>;

export type Api = {
  [Name in OperationName]: {} extends Options<Name>
    ? (options?: Options<Name>) => Promise<Answer<Name>>
    : (options: Options<Name>) => Promise<Answer<Name>>;
};
