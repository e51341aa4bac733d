// Tips for a first game: each explains a decision once. Which one fits, the game's look tells from the view; see `tips` in games/*.js.

import { html, useEffect, useRef } from "../app/html.js";
import { saved } from "../app/saved.js";
import { client } from "../app/session.js";
import { useStore } from "../app/store.js";
import { maybe, t } from "../language/index.js";

/** @import { GameView } from "../sdk/types.js" */

/** The first tip that fits and has not been shown yet. It counts as shown when the decision is made. @param {{view: GameView, look: import("../games/index.js").Look}} props */
export function Tip({ view, look }) {
  const { wishes } = useStore(saved);
  const shown = useRef("");
  const isAsked = view.legal_moves.length > 0 || view.choice !== null;
  const fitting = wishes.tips && isAsked ? (look.tips?.(view) ?? []) : [];
  const key = fitting.map((name) => `tip.${view.variant}.${name}`).find((name) => !wishes.seenTips.includes(name) && maybe(name, ""));
  useEffect(() => {
    const before = shown.current;
    shown.current = "";
    if (before) seen(before);
  }, [view.ply]);
  if (!key) return null;
  shown.current = key;
  return html`<aside class="tip" aria-label=${t("tip")}>
    <p><b>${t("tip")}:</b> ${maybe(key, "")}</p>
    <p class="buttons">
      <button onClick=${() => seen(key)}>${t("understood")}</button>
      <a class="button" href=${`${client.address}/rules/players/${view.variant}`} target="_blank" rel="noopener">${t("how_to_play")}</a>
      <button onClick=${() => saved.wish({ tips: false })}>${t("no_tips")}</button>
    </p>
  </aside>`;
}

/** @param {string} key */
function seen(key) {
  if (!saved.wishes.seenTips.includes(key)) saved.wish({ seenTips: [...saved.wishes.seenTips, key] });
}

/** In the menu: tips off, or all of them again. */
export function TipChoice() {
  const { wishes } = useStore(saved);
  return wishes.tips
    ? html`<button onClick=${() => saved.wish({ tips: false })}>${t("no_tips")}</button>`
    : html`<button onClick=${() => saved.wish({ tips: true, seenTips: [] })}>${t("tips_again")}</button>`;
}
