import { html } from "../app/html.js";
import { t } from "../language/index.js";
import { Back, Face, Place } from "../table/card.js";
import { PLACES, Rink } from "../table/rink.js";
import { seatName, sidesOf } from "../table/score.js";

/** @import { Schemas } from "../sdk/types.js" */

export { cardName as nameOf, Face } from "../table/card.js";

/** Two decks, the two cards that face each other, the puck in its zone. @param {{view: Schemas["CardHockeyGameView"]}} props */
export function Table({ view }) {
  const { table } = view;
  const [own, other] = sidesOf(view);
  const cards = table.cards;
  const where = /** @type {Record<string, keyof typeof PLACES>} */ (own === 0 ? { D: "own", N: "centre", O: "other" } : { D: "other", N: "centre", O: "own" });
  const zone = where[table.puck ?? "N"] ?? "centre";
  const zoneName = zone === "centre" ? t("zone.centre") : t("zone.end", { name: seatName(view, zone === "own" ? own : other) });
  return html`
    <${Rink} puck=${zone} label=${t("zone", { zone: zoneName })} left=${seatName(view, own)} right=${seatName(view, other)} />
    <div class="middle duel">
      ${[own, other].map(
        (seat) => html`<div class="side" key=${seat}>
          <span>${seatName(view, seat)}</span>
          <span class="pair">
            <figure><${Back} /><figcaption>${t("deck_of", { name: seatName(view, seat), count: table.deck_sizes[seat] ?? 0 })}</figcaption></figure>
            ${cards?.[seat]
              ? html`<${Face} key=${`${table.turn}-${view.version}`} code=${cards[seat]} class="arrives" />`
              : html`<${Place} label=${t("no_cards")} />`}
          </span>
        </div>`,
      )}
    </div>
  `;
}
