import { html } from "../app/html.js";
import { maybe, t } from "../language/index.js";
import { Backs, Face, Pile, Place, Tiny } from "../table/card.js";
import { NearSeat, Seat } from "../table/seat.js";
import { seatName } from "../table/score.js";

/** @import { Schemas } from "../sdk/types.js" */

export { cardName as nameOf, Face, isCard } from "../table/card.js";
export const windows = ["answer"];

/** Stacks face down before their owners, the shot between them. @param {{view: Schemas["BladesOfSteelGameView"]}} props */
export function Table({ view }) {
  const { table, you } = view;
  const own = you?.seat ?? 0;
  const other = 1 - own;
  const top = table.discards.at(-1);
  const shooter = table.to_answer === null ? null : 1 - table.to_answer;
  return html`
    <div class="half other">
      <${Seat} view=${view} seat=${other} hand=${table.hand_sizes[other] ?? 0} />
      <${Stack} ...${{ view, seat: other }} />
    </div>
    <${Goals} ...${{ view, seat: other }} />
    <div class="middle">
      <figure>
        ${top ? html`<${Face} key=${top} code=${top} small />` : html`<${Place} label=${t("discards")} small />`}
        <figcaption>${t("discards_of", { count: table.discard_size })}</figcaption>
      </figure>
      <div class=${`shot ${table.shot.length ? "flying" : ""}`} role="group" aria-label=${t("shot")}>
        <span class="cards">
          ${table.shot.length
            ? table.shot.map((code) => html`<${Face} key=${code} code=${code} from=${`hand-${shooter}`} />`)
            : html`<span class="goal-mouth" aria-hidden="true"></span>`}
        </span>
        <span class="badge alert">${table.shot_kind ? maybe(`shot_kind.${table.shot_kind}`, table.shot_kind) : ""}</span>
      </div>
      <${Pile} count=${table.draw_pile} label=${t("draw_pile", { count: table.draw_pile })} place="deck" />
    </div>
    <${Goals} ...${{ view, seat: own }} />
    <div class="half own">
      <${NearSeat} view=${view} hand=${table.hand_sizes[own] ?? 0} />
      <${Stack} ...${{ view, seat: own }} />
    </div>
  `;
}

/** The defence that waits face down; its owner sees it. @param {{view: Schemas["BladesOfSteelGameView"], seat: number}} props */
function Stack({ view, seat }) {
  const count = view.table.stack_sizes[seat] ?? 0;
  const known = view.you?.seat === seat ? view.you.stack : null;
  const label = known ? t("your_stack") : t("stack_of", { name: seatName(view, seat), count });
  return html`<div class="stack">
    <span>${label}</span>
    ${known?.length
      ? html`<span class="cards">${known.map((code) => html`<${Face} key=${code} code=${code} small class="covered" />`)}</span>`
      : count
        ? html`<${Backs} count=${count} label=${label} />`
        : html`<${Place} label=${t("no_cards")} small />`}
  </div>`;
}

/** The shots that went in. @param {{view: Schemas["BladesOfSteelGameView"], seat: number}} props */
function Goals({ view, seat }) {
  const pile = view.table.goal_piles[seat] ?? [];
  if (!pile.length) return null;
  return html`<div class="goals" role="group" aria-label=${t("goals_of", { name: seatName(view, seat) })}>
    <span class="label">${t("goals_of", { name: seatName(view, seat) })}</span>
    ${pile.map((cards, place) => html`<span class="goal" key=${place}>${cards.map((code) => html`<${Tiny} key=${code} code=${code} />`)}</span>`)}
  </div>`;
}

/** @param {Schemas["BladesOfSteelGameView"]} view */
export function tips(view) {
  const { table, you } = view;
  if (table.node === "answer") return [you?.stack.length ? "answer_stack" : "answer"];
  if (table.node !== "action") return [];
  return ["action", ...(view.legal_moves.some(({ move }) => move.type === "shoot") ? ["shoot"] : []), ...(view.legal_moves.some(({ move }) => move.type === "stack") ? ["stack"] : []), "change_lines"];
}
