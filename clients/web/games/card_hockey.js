import { html } from "../app/html.js";
import { t } from "../language/index.js";
import { Face, Pile, Place, Tiny } from "../table/card.js";
import { PLACES, Rink } from "../table/rink.js";
import { sidesOf, told, who } from "../table/score.js";

/** @import { Event, Exact } from "../sdk/types.js" */

export { cardName as nameOf, Face, isCard } from "../table/card.js";
export const byHand = true;

/** What shows which of the two cards won the turn. */
const WON = ["carries", "clears", "scores", "shot_blocked", "holds"];

/** Two decks, the two cards that face each other, the puck in its zone. @param {{view: Exact["card_hockey"]["Game"], happened: Event[]}} props */
export function Table({ view, happened }) {
  const { table } = view;
  const [own, other] = sidesOf(view);
  const where = /** @type {Record<string, keyof typeof PLACES>} */ (own === 0 ? { D: "own", N: "centre", O: "other" } : { D: "other", N: "centre", O: "own" });
  const puck = where[table.puck] ?? "centre";
  const zone = puck === "centre" ? t("zone.centre") : told(view, puck === "own" ? own : other, "in_end");
  const won = happened.findLast(({ type }) => WON.includes(type));
  const winner = /** @type {{seat?: number} | undefined} */ (won?.data)?.seat;
  return html`<div class="part">
    <${Rink} puck=${puck} label=${t("zone", { zone })} left=${who(view, own)} right=${who(view, other)} />
  </div><div class="part">
    <div class="duel">
      ${[own, other].map((seat) => {
        const card = table.cards[seat];
        const isReady = table.ready[seat] && view.status === "active";
        return html`<div class=${`corner ${seat === own ? "own" : "other"}`} key=${seat} role="group" aria-label=${who(view, seat)}>
          <span class="name">${who(view, seat)}${isReady && html` <span class="badge">✓ ${t("ready")}</span>`}</span>
          <span class="pair">
            <${Pile} count=${table.deck_sizes[seat] ?? 0} label=${t("deck", { count: table.deck_sizes[seat] ?? 0 })} place=${`deck-${seat}`} />
            ${card
              ? html`<${Face} key=${`${table.turns_played} ${card}`} code=${card} class=${`turned ${winner === seat ? "winner" : ""}`} from=${`deck-${seat}`} />`
              : html`<${Place} label=${t("no_cards")} />`}
          </span>
          ${table.held_deuces[seat]?.[0] && html`<p class="penalty badge alert"><${Tiny} code=${table.held_deuces[seat][0]} /> ${t("serves", { count: table.serve[seat] ?? 0 })}</p>`}
          ${(table.goal_cards[seat]?.length ?? 0) > 0 &&
          html`<p class="goals"><span class="label">${t("goal_cards")}</span>${table.goal_cards[seat]?.map((code) => html`<${Tiny} key=${code} code=${code} />`)}</p>`}
        </div>`;
      })}
    </div>
  </div>`;
}
