import { html } from "../app/html.js";
import { t } from "../language/index.js";
import { Back, Backs, Place } from "../table/card.js";
import { Rink } from "../table/rink.js";
import { seatName } from "../table/score.js";

/** @import { Schemas } from "../sdk/types.js" */

/** The pictures of the kinds of cards. */
const ICONS = /** @type {Record<string, string>} */ ({
  pass: "M4 26 L24 14 L24 20 L36 20 L36 32 L24 32 L24 38 Z",
  skate: "M6 10 h8 v14 h18 q6 0 6 8 h-32 z M6 34 h34 v3 h-34 z",
  inside_shot: "M20 6 l4 10 h10 l-8 7 3 11 -9 -7 -9 7 3 -11 -8 -7 h10 z",
  outside_shot: "M20 6 l4 10 h10 l-8 7 3 11 -9 -7 -9 7 3 -11 -8 -7 h10 z",
  defence: "M20 4 L36 10 V22 C36 32 28 37 20 40 C12 37 4 32 4 22 V10 Z",
  offence: "M6 22 H26 M20 14 L30 22 L20 30",
  momentum: "M22 4 L8 24 H18 L14 40 L32 18 H21 Z",
});
const ZONES = ["D", "C", "O"];

/** The cards of the game in words. @type {Map<string, Schemas["IceColdIceHockeyCard"]>} */
let known = new Map();

/** @param {{cards: () => Promise<any[]>}} game */
export async function prepare(game) {
  known = new Map((await game.cards()).map((card) => [card.id, card]));
}

/** @param {string} code */
export function nameOf(code) {
  const card = known.get(code);
  return card ? `${code} ${card.name}. ${card.text}` : code;
}

/** A card with its kind, its zones and what it decides when it is turned over. @param {{code: string, class?: string, small?: boolean}} props */
export function Face({ code, class: more = "", small = false }) {
  const card = known.get(code);
  const facts = card?.facts;
  return html`<span class=${`card action ${card?.kind ?? ""} ${small ? "small" : ""} ${more}`} title=${nameOf(code)}>
    <span class="number">${code}</span>
    <svg viewBox="0 0 44 44" aria-hidden="true"><path d=${ICONS[card?.kind ?? ""] ?? ICONS.offence} /></svg>
    <span class="title">${card?.name}</span>
    <span class="zones" aria-hidden="true">
      ${ZONES.map((zone) => html`<i key=${zone} class=${!facts || !facts.zones.length || facts.zones.includes(/** @type {any} */ (zone)) ? "on" : ""}>${zone}</i>`)}
    </span>
    <span class="result" aria-hidden="true">${facts?.letter} · ${result(facts?.is_result)}</span>
  </span>`;
}

/** @param {string | undefined} code such as `SAVE_DEF` */
const result = (code = "") => code.split("+")[0]?.replace("_", " ").toLowerCase();

/** The rink with the puck, the card that was played, the clock and the penalties. @param {{view: Schemas["IceColdIceHockeyGameView"]}} props */
export function Table({ view }) {
  const { table, you } = view;
  const own = you?.seat ?? 0;
  const other = 1 - own;
  const end = table.zone === "end_0" ? 0 : table.zone === "end_1" ? 1 : null;
  const puck = end === null ? "centre" : end === own ? "own" : "other";
  const zone = end === null ? t("zone.centre") : t("zone.end", { name: seatName(view, end) });
  const last = table.discards.at(-1);
  return html`
    <div class="opponents">
      <div class="opponent">
        <span>${seatName(view, other)}</span>
        <${Backs} count=${table.hand_sizes[other] ?? 0} label=${t("hand_of", { name: seatName(view, other), count: table.hand_sizes[other] ?? 0 })} />
      </div>
    </div>
    <${Rink} puck=${puck} label=${t("zone", { zone })} left=${seatName(view, own)} right=${seatName(view, other)} />
    <div class="middle">
      <figure>
        ${last ? html`<${Face} key=${last} code=${last} class="arrives" />` : html`<${Place} label=${t("no_cards")} />`}
        <figcaption>${t("last_card")}</figcaption>
      </figure>
      <figure>
        <${Back} />
        <figcaption>${t("clock", { count: table.deck })}</figcaption>
      </figure>
    </div>
    <ul class="facts">
      ${table.top && html`<li>${t("can_follow")}: ${table.top.join(", ")}</li>`}
      ${table.power_play && html`<li class="badge alert">${t("power_play", { name: seatName(view, table.power_play.seat) })}</li>`}
      ${table.penalties.length > 0 && html`<li>${t("penalties")}: ${table.penalties.map(({ seat }) => seatName(view, seat)).join(", ")}</li>`}
      ${table.goalies_out.map((out, seat) => out && html`<li class="badge" key=${seat}>${t("goalie_out", { name: seatName(view, seat) })}</li>`)}
    </ul>
  `;
}
