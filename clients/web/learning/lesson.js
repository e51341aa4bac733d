// A guided first game: a prepared deal, in which each step is one sentence and a move that is marked. A step is done by doing it. After another
// move no step fits the hand: the game goes on as any other, as it does after the last step.

import { html, useEffect, useState } from "../app/html.js";
import { address, go } from "../app/router.js";
import { saved } from "../app/saved.js";
import { language, t } from "../language/index.js";
import { isAsked } from "../sdk/index.js";
import { create, lessonOf, seatsAgainst } from "../screens/create.js";
import { Attempt } from "../screens/problem.js";

/** @import { GameView } from "../sdk/types.js" */
/** @import { Drawing } from "../games/index.js" */
/** @import { Lesson, Step } from "../screens/create.js" */

/** The step that is taught at this decision, if one is. @param {GameView | null | undefined} view @returns {Step | undefined} */
export function useStep(view) {
  const [lesson, learn] = useState(/** @type {Lesson | null} */ (null));
  const deal = view?.fairness.deal;
  useEffect(() => {
    if (deal) lessonOf(view.variant).then(learn);
  }, [deal]);
  if (!view || !deal || lesson?.deal !== deal || !isAsked(view)) return undefined;
  return lesson.steps.find(({ ply, hand }) => ply === view.ply && hand === view.hand.join(" "));
}

/**
 * The drawing that says the sentence of a step and marks its cards, for screen readers by their names: numbered, where the order counts.
 * @param {Drawing} drawing @param {Step} step @returns {Drawing}
 */
export function taught(drawing, step) {
  const { move } = step;
  const says = language() === "fr" ? step.fr : step.en;
  if (!move) return { ...drawing, says };
  /** @type {string[]} */
  const cards = [move["cards"] ?? move["card"] ?? []].flat();
  const glows = (/** @type {unknown} */ _view, /** @type {string} */ card, place = cards.indexOf(card)) => cards[place] === card;
  const nameOf = (/** @type {string} */ code) => {
    const number = cards.indexOf(code) + 1;
    return number ? `${t("this_one")}${cards.length > 1 ? ` ${number}` : ""}: ${drawing.nameOf(code)}` : drawing.nameOf(code);
  };
  return { ...drawing, says, glows, nameOf };
}

/** Leads to a game of the player's own level. @param {{id: string, variant: string}} props of the guided game */
export function Skip({ id, variant }) {
  const skip = async () => {
    const game = await create(variant, { seats: seatsAgainst({ level: saved.settings.level }) });
    saved.forget(id);
    go(address("game", game.id), { replace: true });
  };
  return html`<${Attempt} class="lamp" act=${skip}>${t("skip_lesson")}<//>`;
}
