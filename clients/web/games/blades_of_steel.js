import { html } from "../app/html.js";
import { t } from "../language/index.js";
import { Back, Backs, Face, Place } from "../table/card.js";
import { seatName } from "../table/score.js";

/** @import { Schemas } from "../sdk/types.js" */

export { cardName as nameOf, Face } from "../table/card.js";

/** Stacks face down before their owners, the shot between them. @param {{view: Schemas["BladesOfSteelGameView"]}} props */
export function Table({ view }) {
  const { table, you } = view;
  const own = you?.seat ?? 0;
  const other = 1 - own;
  const top = table.discards.at(-1);
  return html`
    <div class="opponents">
      <div class="opponent">
        <span>${seatName(view, other)}</span>
        <${Backs} count=${table.hand_sizes[other] ?? 0} label=${t("hand_of", { name: seatName(view, other), count: table.hand_sizes[other] ?? 0 })} />
      </div>
      <${Stack} ...${{ view, seat: other }} />
    </div>
    <div class="middle">
      <figure>
        ${top ? html`<${Face} code=${top} small />` : html`<${Place} label=${t("discards")} />`}
        <figcaption>${t("discards")}</figcaption>
      </figure>
      <div class="shot" role="group" aria-label=${t("shot")}>
        ${table.shot.map((code) => html`<${Face} key=${code} code=${code} class="arrives" />`)}
        ${!table.shot.length && html`<span class="card place" aria-hidden="true"></span>`}
      </div>
      <figure>
        <${Back} />
        <figcaption>${t("draw_pile", { count: table.draw_pile })}</figcaption>
      </figure>
    </div>
    <${Stack} ...${{ view, seat: own }} />
    ${table.to_answer !== null && table.to_answer === you?.seat && html`<p class="badge alert" role="status">${t("shot_at_you")}</p>`}
  `;
}

/** @param {{view: Schemas["BladesOfSteelGameView"], seat: number}} props */
function Stack({ view, seat }) {
  const count = view.table.stack_sizes[seat] ?? 0;
  const known = view.you?.seat === seat ? view.you.stack : null;
  const label = known ? t("your_stack") : t("stack_of", { name: seatName(view, seat), count });
  return html`<div class="stack">
    <span>${label}</span>
    ${known ? known.map((code) => html`<${Face} key=${code} code=${code} small />`) : html`<${Backs} count=${count} label=${label} />`}
  </div>`;
}
