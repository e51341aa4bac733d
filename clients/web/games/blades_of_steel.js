import { html } from "../app/html.js";
import { maybe, t, voiced } from "../language/index.js";
import { Backs, Face, Pile, Place, Tiny } from "../table/card.js";
import { NearSeat, Seat } from "../table/seat.js";
import { told } from "../table/score.js";

/** @import { Exact } from "../sdk/types.js" */

export { cardName as nameOf, Face, isCard } from "../table/card.js";
export const windows = ["answer"];
export const discards = ["change_lines"];

/** What the cards of a shot or a block are together, as the rules call it. @param {string[]} cards */
function kindOf(cards) {
  const [ranks, suits] = [0, 1].map((place) => new Set(cards.map((card) => card[place])));
  if (cards.length === 3) return suits?.size === 1 ? "flush" : "high_card";
  if (ranks?.size === 1) return ranks.has("9") ? "great_one" : "one_timer";
  return "breakaway";
}

/** @param {Exact["blades_of_steel"]["Game"]} _view @param {any} move */
export function callOf(_view, { type, cards = [], from }) {
  if (type === "stack" || from === "stack" || cards.length < 2) return "";
  return `${t(/** @type {"move.shoot" | "move.block"} */ (`move.${type}`))} · ${maybe(`shot_kind.${kindOf(cards)}`, "")}`;
}

/** Stacks face down before their owners, the shot between them. @param {{view: Exact["blades_of_steel"]["Game"]}} props */
export function Table({ view }) {
  const { table, you } = view;
  const own = you?.seat ?? 0;
  const other = 1 - own;
  const top = table.discards.at(-1);
  const shooter = table.to_answer === null ? null : 1 - table.to_answer;
  return html`<div class="part">
    <div class="half other">
      <${Seat} view=${view} seat=${other} hand=${table.hand_sizes[other] ?? 0} />
      <${Stack} ...${{ view, seat: other }} />
    </div>
    <${Goals} ...${{ view, seat: other }} />
    <div class=${`shot ${table.shot.length ? "flying" : ""}`} role="group" aria-label=${t("shot")}>
      <span class="cards">
        ${table.shot.length
          ? table.shot.map((code) => html`<${Face} key=${code} code=${code} from=${`hand-${shooter}`} />`)
          : html`<span class="goal-mouth" aria-hidden="true"></span>`}
      </span>
      <span class="badge alert">${table.shot_kind ? maybe(`shot_kind.${table.shot_kind}`, table.shot_kind) : ""}</span>
    </div>
  </div><div class="part">
    <${Goals} ...${{ view, seat: own }} />
    <div class="half own">
      <${NearSeat} view=${view} hand=${table.hand_sizes[own] ?? 0} />
      <figure>
        ${top ? html`<${Face} key=${top} code=${top} small />` : html`<${Place} label=${t("discards")} small />`}
        <figcaption>${t("discards_of", { count: table.discard_size })}</figcaption>
      </figure>
      <${Stack} ...${{ view, seat: own }} />
      <${Pile} count=${table.draw_pile} label=${t("draw_pile", { count: table.draw_pile })} place="deck" />
    </div>
  </div>`;
}

/** The defence that waits face down; its owner sees it. @param {{view: Exact["blades_of_steel"]["Game"], seat: number}} props */
function Stack({ view, seat }) {
  const count = view.table.stack_sizes[seat] ?? 0;
  const known = view.you?.seat === seat ? view.you.stack : null;
  const label = voiced("stack_of", known !== null, { count });
  return html`<figure class="stack">
    ${known?.length
      ? html`<span class="cards">${known.map((code) => html`<${Face} key=${code} code=${code} small class="covered" />`)}</span>`
      : count
        ? html`<${Backs} count=${count} label=${label} />`
        : html`<${Place} label=${t("no_cards")} small />`}
    <figcaption>${label}</figcaption>
  </figure>`;
}

/** The shots that went in. @param {{view: Exact["blades_of_steel"]["Game"], seat: number}} props */
function Goals({ view, seat }) {
  const pile = view.table.goal_piles[seat] ?? [];
  if (!pile.length) return null;
  return html`<div class="goals" role="group" aria-label=${told(view, seat, "goals_of")}>
    <span class="label">${told(view, seat, "goals_of")}</span>
    ${pile.map((cards, place) => html`<span class="goal" key=${place}>${cards.map((code) => html`<${Tiny} key=${code} code=${code} />`)}</span>`)}
  </div>`;
}

/** @param {Exact["blades_of_steel"]["Game"]} view */
export function tips(view) {
  const { table, you } = view;
  if (table.node === "answer") return [you?.stack.length ? "answer_stack" : "answer"];
  if (table.node !== "action") return [];
  return ["action", ...(view.legal_moves.some(({ move }) => move.type === "shoot") ? ["shoot"] : []), ...(view.legal_moves.some(({ move }) => move.type === "stack") ? ["stack"] : []), "change_lines"];
}

const en = {
  action: "In each turn you do one thing: shoot with red cards, stack black cards as a defence, or change lines. Tap the cards, then the button; below are the combinations that you hold.",
  shoot: "You can shoot. A shot that is not blocked is one goal, whatever it is: the higher its level, the harder it is to block. From low to high: three cards, a flush, two of a rank, an ace with a card of its suit, both nines.",
  stack: "A stack of one to three black cards lies face down before you and blocks shots later, while your hand fills up again. A new stack replaces the old one, and it may be a bluff.",
  change_lines: "Change lines if your hand is no good: all its cards go, and new ones come at your next turn. Until then only your stack defends you.",
  answer: "They shoot! If cards of your hand are marked, you can block with them: the block needs a higher level, or the same level with as high a card. Or let it through and keep your cards: that is a goal.",
  answer_stack: "They shoot! Block from your hand or from your stack, not from both at once. A block from the stack saves the cards of your hand.",
};
/** @type {typeof en} */
const fr = {
  action: "À chaque tour, vous faites une seule chose : tirer avec des cartes rouges, poser des cartes noires en défense, ou changer de trio. Touchez les cartes, puis le bouton ; vos combinaisons sont plus bas.",
  shoot: "Vous pouvez tirer. Un tir qui n’est pas bloqué vaut un but, quel qu’il soit : plus son niveau est haut, plus il est dur à bloquer. Du plus bas au plus haut : trois cartes, une couleur, deux de même rang, un as avec une carte de son enseigne, les deux neufs.",
  stack: "Une défense d’une à trois cartes noires attend face cachée devant vous et bloque plus tard, pendant que votre main se remplit. Une nouvelle défense remplace l’ancienne ; elle peut être un bluff.",
  change_lines: "Changez de trio si votre main ne vaut rien : toutes ses cartes partent, les nouvelles viennent à votre prochain tour. D’ici là, seule votre défense posée vous protège.",
  answer: "Un tir ! Si des cartes de votre main sont marquées, elles peuvent le bloquer : il faut un niveau plus haut, ou le même niveau avec une carte aussi haute. Ou laissez passer et gardez vos cartes : c’est un but.",
  answer_stack: "Un tir ! Bloquez de la main ou de la défense posée, jamais des deux à la fois. Bloquer de la défense épargne votre main.",
};
/** The tips in each language, by their keys. */
export const words = { en, fr };
