import { html } from "../app/html.js";
import { t } from "../language/index.js";
import { Backs, Face, Place } from "../table/card.js";
import { Rink } from "../table/rink.js";
import { seatName, sideName, sidesOf } from "../table/score.js";

/** @import { Schemas } from "../sdk/types.js" */

export { cardName as nameOf, Face } from "../table/card.js";

/** The pile in the middle, a puck at the goal that a breakaway heads for. @param {{view: Schemas["HockeyGameView"]}} props */
export function Table({ view }) {
  const { table } = view;
  const [own] = sidesOf(view);
  const below = table.played.at(-2)?.card;
  const holder = table.holder === null ? "" : t("breakaway", { name: sideName(view, table.holder) });
  return html`
    <div class="opponents">
      ${view.seats
        .filter(({ seat }) => seat !== view.you?.seat)
        .map(
          ({ seat }) => html`<div class="opponent" key=${seat}>
            <span>${seatName(view, seat)}</span>
            <${Backs} count=${table.hand_sizes[seat] ?? 0} label=${t("hand_of", { name: seatName(view, seat), count: table.hand_sizes[seat] ?? 0 })} />
          </div>`,
        )}
    </div>
    <div class="middle">
      <${Rink} puck=${table.holder === null ? "centre" : table.holder === own ? "other" : "own"} label=${holder || t("zone", { zone: t("zone.centre") })} />
      <div class="pile" aria-label=${t("pile")} role="group">
        ${below && !table.table_empty && html`<span class="below"><${Face} code=${below} hidden /></span>`}
        ${table.top
          ? html`<${Face} key=${view.version} code=${table.top} class="arrives" />`
          : html`<${Place} label=${t("pile_empty")} />`}
      </div>
      ${holder && html`<p class="badge alert">${holder}</p>`}
    </div>
    <p class="facts">${t("undealt", { count: table.undealt })}</p>
  `;
}

