import { html } from "../app/html.js";
import { t } from "../language/index.js";
import { Backs, Face } from "../table/card.js";
import { seatName, sidesOf } from "../table/score.js";

/** @import { Schemas } from "../sdk/types.js" */

export { cardName as nameOf, Face } from "../table/card.js";

const SLOTS = ["LW", "C", "RW", "LD", "G", "RD"];

/** The line-ups of the latest period against each other, and what is locked. @param {{view: Schemas["TurnBasedHockeyGameView"]}} props */
export function Table({ view }) {
  const { table } = view;
  const [own, other] = sidesOf(view);
  const shown = table.played.findLast(({ lineups, face_off }) => lineups.some(Boolean) || face_off) ?? table.played.at(-1);
  const mine = view.you && "commitment" in view.you ? view.you.commitment : [];
  return html`
    <div class="opponents">
      <div class="opponent">
        <span>${seatName(view, other)}</span>
        <${Backs} count=${table.hand_sizes[other] ?? 0} label=${t("hand_of", { name: seatName(view, other), count: table.hand_sizes[other] ?? 0 })} />
      </div>
    </div>
    <div class="lines">
      ${[other, own].map(
        (seat) => html`<div class="line" key=${seat} role="group" aria-label=${seatName(view, seat)}>
          <span class="who">${seatName(view, seat)}</span>
          ${shown?.face_off?.[seat] && html`<span class="position"><small>FO</small><${Face} code=${shown.face_off[seat]} small /></span>`}
          ${SLOTS.map((slot, place) => {
            const card = shown?.lineups[seat]?.[place];
            return html`<span class="position" key=${slot}>
              <small>${slot}</small>${card ? html`<${Face} code=${card} small />` : html`<span class="card small place" aria-hidden="true"></span>`}
            </span>`;
          })}
        </div>`,
      )}
    </div>
    ${mine.length > 0 &&
    html`<p class="badge" role="status">${t("locked", { name: seatName(view, other) })}</p>
      <div class="line">${mine.map((code) => html`<${Face} key=${code} code=${code} small />`)}</div>`}
    <p class="facts">${t("bench", { count: table.stock })}</p>
  `;
}
