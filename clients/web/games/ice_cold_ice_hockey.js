import { html, useMemo } from "../app/html.js";
import { maybe, t } from "../language/index.js";
import { Pile, Place } from "../table/card.js";
import { Rink } from "../table/rink.js";
import { NearSeat, Seat } from "../table/seat.js";
import { GLYPHS, placed } from "../table/shapes.js";
import { told, who } from "../table/score.js";

/** @import { Event, Exact } from "../sdk/types.js" */
/** @typedef {Exact["ice_cold_ice_hockey"]["Game"]} View */
/** @typedef {Exact["ice_cold_ice_hockey"]["Card"]} Card */

export const discards = ["dump_in", "dump_center", "defensive_mode", "discard"];
export const windows = ["defend", "counter", "inside_shot_response", "outside_shot_response", "keep_in", "power_play_response"];

const ARROW = "M5 15H21V7L36 20L21 33V25H5Z";
const SKATE = "M9 5H19V18H29C34 18 36 21 36 26H9ZM6 29H37C37 33 34 35 31 35H9C7 35 6 33 6 29Z";
const SHIELD = "M20 3L35 9V20C35 29 28 35 20 38C12 35 5 29 5 20V9Z";
const TARGET = "M18 3H22V8A12 12 0 0 1 32 18H37V22H32A12 12 0 0 1 22 32V37H18V32A12 12 0 0 1 8 22H3V18H8A12 12 0 0 1 18 8ZM20 12A8 8 0 1 0 20 28A8 8 0 1 0 20 12ZM20 17A3 3 0 1 1 20 23A3 3 0 1 1 20 17Z";
/** The pictures of the kinds of cards, 40 wide and 40 high; the others defend. */
const ICONS = /** @type {Record<string, string>} */ ({ pass: ARROW, skate: SKATE, inside_shot: TARGET });
const ZONES = /** @type {const} */ (["D", "C", "O"]);
/** How a shot ends, as a picture: a lit lamp, the goalie's pad, past the net, the post. */
const ENDS = /** @type {Record<string, string>} */ ({ GOAL: "goal", SAVE: "save", SUPER: "save", WIDE: "wide", POST: "post", XBAR: "post" });

/** The cards of the game in words. @type {Map<string, Card>} */
let known = new Map();

/** @param {{cards: () => Promise<any[]>}} game */
export async function prepare(game) {
  known = new Map((await game.cards()).map((card) => [card.id, card]));
}

/** @param {string} value */
export const isCard = (value) => known.has(value);

/** @param {string} code */
export function nameOf(code) {
  const card = known.get(code);
  return card ? `${code} ${card.name}. ${card.text}` : code;
}

/** @param {{kind: string}} props */
const Icon = ({ kind }) => html`<svg class=${`icon ${kind}`} viewBox="0 0 40 40" aria-hidden="true"><path d=${ICONS[kind] ?? SHIELD} fill-rule="evenodd" /></svg>`;

/** The three zones, with those where the card is played lit, and the way of the puck. @param {{facts: Card["facts"]}} props */
function Zones({ facts }) {
  const x = (/** @type {string} */ zone) => 18 + 32 * ZONES.indexOf(/** @type {"D" | "C" | "O"} */ (zone));
  const isOn = (/** @type {typeof ZONES[number]} */ zone) => !facts.zones.length || facts.zones.includes(zone);
  const drawn = (/** @type {string} */ name, /** @type {string[]} */ zones) => zones.length > 0 && html`
    <path class=${name} d=${zones.map((zone) => `M${x(zone) - 11} 2h22a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4h-22a4 4 0 0 1-4-4v-12a4 4 0 0 1 4-4z`).join("")} />
    <path class="letters" d=${zones.map((zone) => placed(GLYPHS[zone] ?? "", x(zone), 12, 12)).join("")} />`;
  const ways = facts.zones.map((zone, place) => {
    const to = facts.destination[place];
    if (!to) return "";
    return to === zone ? `M${x(zone) - 3} 28a3 3 0 0 0 6 0a3 3 0 0 0-6 0` : `M${x(zone)} 28H${x(to) - 5}M${x(to) - 9} 24L${x(to) - 4} 28L${x(to) - 9} 32`;
  });
  return html`<svg class="zones" viewBox="0 0 100 34" aria-hidden="true">
    ${drawn("off", ZONES.filter((zone) => !isOn(zone)))}${drawn("on", ZONES.filter(isOn))}<path class="way" d=${ways.join("")} />
  </svg>`;
}

/** What the card decides when it is turned over for a shot. @param {{label: string, code: string}} props */
function End({ label, code }) {
  const end = ENDS[code.split(/[_+]/)[0] ?? ""] ?? "save";
  return html`<span class=${`end ${end}`}>${`${label}\n${maybe(`end.${end}`, end)}`}</span>`;
}

/** A card with its kind, its zones and what it decides when it is turned over. @param {{code: string, class?: string, small?: boolean, hidden?: boolean, from?: string, still?: boolean}} props */
export function Face({ code, class: more = "", small = false, hidden = false, from = undefined, still = false }) {
  const card = known.get(code);
  return html`<span class=${`card action ${card?.kind ?? ""} ${small ? "small" : ""} ${more}`} role=${hidden ? undefined : "img"} aria-label=${hidden ? undefined : nameOf(code)} aria-hidden=${hidden ? "true" : undefined} data-card=${still ? undefined : code} data-from=${from}>
    ${useMemo(() => (card ? picture(card) : code), [card])}
  </span>`;
}

/** What is on a card, in the language in which it is known. @param {Card} card */
const picture = ({ id, kind, name, facts }) => html`<span class="head" aria-hidden="true"><span>${id}</span><${Icon} kind=${kind} /><span class=${`letter ${facts.letter}`}>${facts.letter}</span></span>
  <span class="title" aria-hidden="true">${name}</span>
  <${Zones} facts=${facts} />
  <span class="ends" aria-hidden="true"><${End} label=${t("outside")} code=${facts.os_result} /><${End} label=${t("inside")} code=${facts.is_result} /></span>`;

/** A card with all its words. @param {{code: string}} props */
export function About({ code }) {
  const card = known.get(code);
  return html`<div class="about-card">
    <${Face} code=${code} class="large" still />
    <div>
      <h3>${code} ${card?.name}</h3>
      <p>${card?.text}</p>
      ${card &&
      card.facts.follow_ons.length > 0 &&
      html`<p class="follow">${t("followed_by")}: ${card.facts.follow_ons.map((kind) => html`<span key=${kind}><${Icon} kind=${kind} /> ${maybe(`icon.${kind}`, kind)}</span>`)}</p>`}
    </div>
  </div>`;
}

/** The rink with the puck, the card that was played, the clock and the penalties. @param {{view: View, happened: Event[], coming?: Event[]}} props */
export function Table({ view, happened, coming = [] }) {
  const { table, you } = view;
  const own = you?.seat ?? 0;
  const other = 1 - own;
  const end = table.zone === "end_0" ? 0 : table.zone === "end_1" ? 1 : null;
  const puck = end === null ? "centre" : end === own ? "own" : "other";
  const zone = end === null ? t("zone.centre") : told(view, end, "in_end");
  const turnedIn = (/** @type {Event[]} */ events) => events.filter(({ type }) => type === "turns_over").map(({ data }) => /** @type {Exact["ice_cold_ice_hockey"]["TurnsOverEventData"]} */ (data));
  const turned = turnedIn(happened);
  const covered = turnedIn(coming).map(({ card }) => card);
  const played = table.answer ?? table.played_card ?? table.discards.findLast((card) => !covered.includes(card));
  const isTurned = turned.some(({ card }) => card === played); // it is shown among those
  const player = table.answer ? table.answerer : table.played_card ? table.attacker : null;
  return html`<div class="part">
    <div class="half other">
      <${Seat} view=${view} seat=${other} hand=${table.hand_sizes[other] ?? 0} />
      <${Clock} view=${view} />
    </div>
    <${Rink}
      puck=${puck}
      heads=${table.control === null ? null : table.control === own ? "right" : "left"}
      label=${`${t("zone", { zone })}. ${table.control === null ? "" : told(view, table.control, "has_puck")}`}
      left=${who(view, own)}
      right=${who(view, other)}
      empty=${[table.goalies_out[own] ?? false, table.goalies_out[other] ?? false]}
    />
    <p class=${`badge call ${table.control === own ? "good" : ""}`}>${table.control === null ? t("face_off_next") : told(view, table.control, "has_puck")}</p>
    <${Penalties} view=${view} />
  </div><div class="part">
    <div class="middle">
      ${!isTurned && html`<figure>
        ${played ? html`<${Face} key=${played} code=${played} from=${player === null ? "deck" : `hand-${player}`} />` : html`<${Place} label=${t("no_cards")} />`}
        <figcaption>${player === null ? t("last_card") : who(view, player)}</figcaption>
      </figure>`}
      ${turned.length > 0 &&
      html`<ol class="turned-over" aria-label=${t("turned_over")}>
        ${turned.map(({ card, for: use }) => html`<li key=${card}><${Face} code=${card} class="half-size" from="deck" /><span>${maybe(`turn.${use}`, use.replaceAll("_", " "))}</span></li>`)}
      </ol>`}
      ${table.follow_ons &&
      html`<div class="follow">
        <span class="label">${t("can_follow")}</span>
        ${table.follow_ons.map((kind) => html`<span key=${kind}><${Icon} kind=${kind} /> ${maybe(`icon.${kind}`, kind)}</span>`)}
      </div>`}
    </div>
    <${NearSeat} view=${view} hand=${table.hand_sizes[own] ?? 0} />
    <p class="facts">${t("shots_on_goal", { own: table.shots_on_goal[own] ?? 0, other: table.shots_on_goal[other] ?? 0 })}</p>
  </div>`;
}

/** The deck is the clock: what is left of it, in which of its turns. @param {{view: View}} props */
function Clock({ view: { table } }) {
  return html`<div class="clock">
    <${Pile} count=${table.deck_size} label=${t("deck", { count: table.deck_size })} place="deck" />
    <span class="pass">${table.time_expired ? t("horn") : t("pass", { number: table.pass, count: table.passes })}</span>
  </div>`;
}

/** Power play, penalties and goalies who are out. @param {{view: View}} props */
function Penalties({ view }) {
  const { table } = view;
  const { power_play: power } = table;
  const waiting = [...table.penalties, ...table.to_serve];
  if (!power && !waiting.length && !table.goalies_out.some(Boolean) && table.extra_skater === null) return null;
  return html`<ul class="penalties">
    ${power &&
    html`<li class="badge alert">
      ${told(view, power.seat, "power_play")}
      <span class="shots-left" role="img" aria-label=${t("power_play_shots", { taken: power.taken, count: power.shots })}>
        ${Array.from({ length: power.shots }, (_, place) => html`<i key=${place} class=${place < power.taken ? "taken" : ""}></i>`)}
      </span>
    </li>`}
    ${waiting.map(({ seat, card, major }, place) => html`<li class="badge" key=${place}>${told(view, seat, major ? "major_of" : "penalty_of", { card: known.get(card)?.name ?? card })}</li>`)}
    ${table.goalies_out.map((isOut, seat) => isOut && html`<li class="badge alert" key=${`goalie ${seat}`}>${told(view, seat, "goalie_out")}</li>`)}
    ${table.extra_skater !== null && html`<li class="badge">${told(view, table.extra_skater, "extra_skater")}</li>`}
  </ul>`;
}

/** @param {View} view */
export function tips(view) {
  const { table, you } = view;
  if (table.node !== "attack") return [table.node];
  const zone = table.zone === "centre" ? "attack_centre" : table.zone === `end_${you?.seat}` ? "attack_own" : "attack_other";
  return ["attack", zone, ...(table.follow_ons ? ["follow"] : [])];
}

const en = {
  attack: "You have the puck. Play a marked pass or skate to move it: the lit zones of a card say where it is played, the arrow says where the puck goes. Press long on a card, or tap one that is not marked, to read it.",
  attack_own: "You are in your own end. Without a good card, dump the puck out: to centre for a card, or deep for a check of the deck that may be icing.",
  attack_centre: "At centre ice you can dump the puck in and chase it: you discard a card, and the deck decides who gets there first.",
  attack_other: "You are in their end! An outside shot is always possible and costs no card: the next card of the deck decides. An inside shot is better; it goes on top of a card with the crosshairs.",
  follow: "You play on from your own card: only the kinds of cards shown under “May follow” go on top of it.",
  defend: "They pass or skate. A marked red card answers it: you get the puck, or it is loose and the deck decides. A card with P may cost you a penalty. You are asked even if you have no answer: then decline.",
  counter: "They took the puck with a card that can be answered in turn: a marked defence card wins it back, or makes it loose.",
  inside_shot_response: "A shot from close in. Only the card that blocks inside shots stops it before the deck decides; a card with P may stop a breakaway.",
  outside_shot_response: "A shot from outside. Only the card that blocks outside shots stops it before the deck decides.",
  keep_in: "They dump the puck out. The card “Puck Kept In at the Point” keeps it in the zone.",
  touch_up: "Icing: take the puck in your end, or have a face-off in theirs, which the deck decides.",
  ice_discard: "You iced the puck on purpose: you may discard a card before you draw.",
  power_play_response: "A shot of their power play. The cards that block outside and inside shots still block theirs.",
  momentum_trim: "The other side has earned extra cards, and you hold more than your usual hand: discard down to it.",
  momentum_draw: "You have earned extra cards. They are not replaced when you play them.",
  skater_discard: "The extra skater is gone: discard the card that you held for it.",
  defensive_mode_take: "In defensive mode you may keep a defence card that was turned over.",
  goalie_pull: "You trail late in the game: without a goalie you hold one card more, but shots at the empty net are easier.",
  goalie_return: "Bring the goalie back, or keep the extra card and the empty net.",
};
/** @type {typeof en} */
const fr = {
  attack: "Vous avez la rondelle. Jouez une passe ou une course marquée : les zones allumées disent où la carte se joue, la flèche où va la rondelle. Appuyez longuement sur une carte, ou touchez-en une qui n’est pas marquée, pour la lire.",
  attack_own: "Vous êtes dans votre zone. Sans bonne carte, dégagez : au centre pour une carte, ou loin, au risque d’un dégagement interdit que le paquet décide.",
  attack_centre: "En zone neutre, vous pouvez envoyer la rondelle au fond et la poursuivre : vous défaussez une carte, et le paquet dit qui arrive en premier.",
  attack_other: "Vous êtes dans leur zone ! Un tir de loin est toujours possible et ne coûte aucune carte : la prochaine carte du paquet décide. Un tir rapproché est meilleur ; il se joue sur une carte qui porte la cible.",
  follow: "Vous enchaînez sur votre propre carte : seules les sortes montrées sous « Peut suivre » se jouent par-dessus.",
  defend: "L’autre équipe passe ou patine. Une carte rouge marquée y répond : vous prenez la rondelle, ou elle est libre et le paquet décide. Une carte avec P peut vous coûter une punition. On vous demande même si vous n’avez pas de réponse : alors refusez.",
  counter: "L’autre équipe a pris la rondelle avec une carte à laquelle on peut répondre : une carte de défense marquée la reprend, ou la libère.",
  inside_shot_response: "Un tir rapproché. Seule la carte qui bloque les tirs rapprochés l’arrête avant que le paquet décide ; une carte avec P peut arrêter une échappée.",
  outside_shot_response: "Un tir de loin. Seule la carte qui bloque les tirs de loin l’arrête avant que le paquet décide.",
  keep_in: "L’autre équipe dégage. La carte « Rondelle gardée à la pointe » garde la rondelle dans la zone.",
  touch_up: "Dégagement interdit : prenez la rondelle dans votre zone, ou faites une mise en jeu dans la leur, que le paquet décide.",
  ice_discard: "Vous avez dégagé exprès : vous pouvez défausser une carte avant de piger.",
  power_play_response: "Un tir de leur avantage numérique. Les cartes qui bloquent les tirs de loin et rapprochés les bloquent toujours.",
  momentum_trim: "L’autre équipe a gagné des cartes de plus, et vous en tenez plus que d’habitude : défaussez jusqu’à votre main habituelle.",
  momentum_draw: "Vous avez gagné des cartes de plus. Elles ne sont pas remplacées quand vous les jouez.",
  skater_discard: "Le patineur de plus est parti : défaussez la carte que vous aviez pour lui.",
  defensive_mode_take: "En mode défensif, vous pouvez garder une carte de défense retournée.",
  goalie_pull: "Vous tirez de l’arrière en fin de match : sans gardien, vous tenez une carte de plus, mais les tirs au filet désert sont plus faciles.",
  goalie_return: "Faites revenir le gardien, ou gardez la carte de plus et le filet désert.",
};
/** The tips in each language, by their keys. */
export const words = { en, fr };
