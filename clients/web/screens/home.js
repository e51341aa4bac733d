// The start: choose a game, go on with one, join one or watch one.

import { html } from "../app/html.js";
import { useLoaded } from "../app/loaded.js";
import { useTitle } from "../app/page.js";
import { address, go } from "../app/router.js";
import { saved } from "../app/saved.js";
import { client } from "../app/session.js";
import { isAsked, Problem } from "../sdk/index.js";
import icon from "../icon.svg";
import { language, t } from "../language/index.js";
import { namesOf } from "../table/score.js";
import { playComputer } from "./create.js";
import { Confirmed, Menu } from "./fields.js";
import { Attempt } from "./problem.js";
import { Choice, OwnName, Wishes } from "./settings.js";

/** @import { KeptGame } from "../app/saved.js" */
/** @import { Schemas, Signal } from "../sdk/types.js" */
/** @typedef {(Schemas["VariantSummary"] & {picture: string})[]} Variants */

const SHOWN = 6;
const EVERY_MS = 15_000;
/** No service keeps a game without a change for longer: after this time one that is not there is not only away. */
const LONGEST_MS = 90 * 24 * 3_600_000;

export function Home() {
  useTitle("");
  const { value: variants, isAway } = useLoaded(allVariants, [language()]);
  return html`
    <header class="top">
      <h1><img src=${icon} alt="" width="32" height="32" /> Faceoff</h1>
      <${Menu} content=${() => html`<${Preferences} variant=${variants?.[0]?.key} />`} />
    </header>
    <main id="main">
      ${isAway && html`<p class="banner" role="status">${t("reconnecting")}</p>`}
      ${!variants && !isAway && html`<p role="status">${t("loading")}</p>`}
      ${variants && html`<${Games} variants=${variants} />`}
    </main>
  `;
}

/** @param {{variants: Variants}} props */
function Games({ variants }) {
  const { value: lists } = useLoaded(publicGames, [], EVERY_MS);
  const { value: own } = useLoaded(ownGames, [language()], EVERY_MS);
  return html`
    <ul class="games" aria-label=${t("games")}>
      ${variants.map((variant) => html`<${GameTile} key=${variant.key} variant=${variant} />`)}
    </ul>
    <${OwnGames} variants=${variants} states=${own ?? {}} />
    <div class="lists">
      <${GameList} title=${t("open_games")} games=${lists?.open} none=${t("no_open_games")} variants=${variants} to="join" />
      <${GameList} title=${t("public_games")} games=${lists?.active} none=${t("no_public_games")} variants=${variants} to="game" />
    </div>
    <p class="small"><a href=${`${client.address}/docs`}>${t("for_programmers")}</a></p>
  `;
}

/** @param {{signal: AbortSignal}} options */
async function publicGames(options) {
  const [open, active] = await Promise.all([
    client.api.list_games({ status: "open", joinable: true, limit: SHOWN, ...options }),
    client.api.list_games({ status: "active", limit: SHOWN, ...options }),
  ]);
  return { open: open.games.filter(({ id }) => !saved.games[id]), active: active.games.filter(({ id }) => !saved.games[id]) };
}

/** The games of this browser that go on, or are over, the newest first. @param {boolean} over */
const newest = (over) =>
  Object.values(saved.games)
    .filter(({ isOver = false }) => isOver === over)
    .sort((one, other) => other.at - one.at);

/** @typedef {"your_turn" | "waiting" | "gone"} State `gone`: not at this service; its seat is kept, as it may be the wrong one, or without its data */

/** The games that are gone, which are asked for once. @type {Set<string>} */
const gone = new Set();

/** Whose turn it is in the games of this browser that are not over. @param {{signal: AbortSignal}} options */
async function ownGames(options) {
  /** @type {Record<string, State>} */
  const states = {};
  const look = async (/** @type {KeptGame} */ kept) => {
    const { id, token } = kept.saved;
    if (gone.has(id)) states[id] = "gone";
    else try {
      const view = await client.api.get_game({ game_id: id, token, ...options });
      if (view.result || view.status === "aborted") saved.keep({ ...kept, isOver: true });
      else {
        states[id] = isAsked(view) ? "your_turn" : "waiting";
        if (kept.title !== namesOf(view)) saved.keep({ ...kept, title: namesOf(view) }); // in the language of the page
      }
    } catch (error) {
      if (!(error instanceof Problem && [401, 403, 404, 410].includes(error.status))) throw error;
      gone.add(id);
      states[id] = "gone";
      if (Date.now() - kept.at > LONGEST_MS) saved.forget(id);
    }
  };
  await Promise.all(newest(false).map(look));
  return states;
}

/** @param {Variants} variants @param {string} key */
const variantOf = (variants, key) => variants.find((variant) => variant.key === key);
/** @param {Variants} variants @param {string} key */
const nameOf = (variants, key) => variantOf(variants, key)?.name ?? "";

/** @param {{title: string, games: Schemas["GameSummary"][] | undefined, none: string, variants: Variants, to: "join" | "game"}} props */
function GameList({ title, games, none, variants, to }) {
  const rows = games?.map(
    (game) =>
      html`<li key=${game.id}>
        <a href=${address(to, game.id)}>${nameOf(variants, game.variant)}: ${namesOf(game)}</a>
        <span>${game.status === "open" ? variantOf(variants, game.variant)?.presets.find(({ key }) => key === game.preset)?.name : game.score.join(" : ")}</span>
      </li>`,
  );
  return html`<section>
    <h2>${title}</h2>
    ${rows?.length ? html`<ul class="rows">${rows}</ul>` : html`<p class="small">${rows ? none : t("loading")}</p>`}
  </section>`;
}

/** The games, each with its picture, or that of the client. @param {Signal} options @returns {Promise<Variants>} */
async function allVariants({ signal }) {
  const pictureOf = (/** @type {string} */ key) => import(`../pictures/${key}.svg`).then(({ default: own }) => own, () => icon);
  return Promise.all((await client.variants({ signal })).map(async (variant) => ({ ...variant, picture: await pictureOf(variant.key) })));
}

/** A tap plays. @param {{variant: Variants[number]}} props */
function GameTile({ variant }) {
  const play = async () => {
    import("./game.js").catch(() => {}); // comes while the game is made
    go(address("game", (await playComputer(variant.key, false, variant.presets[0]?.seats)).id));
  };
  return html`<li class="game">
    <${Attempt} class="tile" act=${play} aria-label=${`${t("play_now")}: ${variant.name}`}>
      <img src=${variant.picture} alt="" width="320" height="120" />
      <span><b>${t("play_now")}</b> <strong>${variant.name}</strong></span>
    <//>
    <p class="links">
      <span class="small">${t("how_long", { minutes: variant.minutes })}</span>
      <a href=${address("new", variant.key)} aria-label=${`${t("more_choices")}: ${variant.name}`} title=${t("more_choices")}>⚙</a>
      <a href=${`${client.address}${variant.links.how_to_play}`} aria-label=${`${t("how_to_play")}: ${variant.name}`} title=${t("how_to_play")}>?</a>
    </p>
  </li>`;
}

/** @param {{variants: Variants, states: Record<string, State>}} props */
function OwnGames({ variants, states }) {
  const asked = (/** @type {KeptGame} */ { saved: { id } }) => Number(states[id] === "your_turn");
  const link = (/** @type {KeptGame} */ { saved: { id }, title, variant }) => html`<a href=${address("game", id)}>${nameOf(variants, variant)}: ${title}</a>`;
  const own = newest(false).sort((one, other) => asked(other) - asked(one));
  const over = newest(true).slice(0, SHOWN);
  if (!own.length && !over.length) return null;
  return html`<section class="own-games">
    ${own.length > 0 &&
    html`<h2>${t("go_on")}</h2>
      <ul class="rows">
        ${own.map((kept) => {
          const { saved: { id }, title } = kept;
          const state = states[id];
          return html`<li key=${id}>
            <div>
              ${link(kept)}
              ${state && html`<span class=${state === "your_turn" ? "badge" : "small"}>${t(state)}</span>`}
            </div>
            <${Confirmed} class="lamp" label="✕" title=${t("forget")} aria-label=${`${t("forget")}: ${title}`} question=${t("really.forget")} act=${() => saved.forget(id)} />
          </li>`;
        })}
      </ul>`}
    ${over.length > 0 &&
    html`<details>
      <summary>${t("finished_games")}</summary>
      <ul class="rows">
        ${over.map((kept) => html`<li key=${kept.saved.id}>${link(kept)}</li>`)}
      </ul>
    </details>`}
  </section>`;
}

/** The name, the opponent's level and the language. @param {{variant: string | undefined}} props `variant`: one that has the levels */
function Preferences({ variant }) {
  const levels = useLoaded(async (/** @type {Signal} */ { signal }) => (variant ? (await client.variant(variant, { signal })).levels : []), [variant, language()]).value ?? [];
  return html`<form method="dialog">
    <${OwnName} />
    <${Choice} of="level" label=${t("opponent")} value=${saved.settings.level} choices=${levels.map(({ key, level, name }) => [key, `${level} – ${name}`])} />
    <${Wishes} />
  </form>`;
}
