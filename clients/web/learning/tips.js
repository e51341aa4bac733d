// Tips for a first game: each explains a decision once. A game's drawing says which ones fit a view, and has their words; see games/*.js.

import { html, useEffect } from "../app/html.js";
import { saved } from "../app/saved.js";
import { howToPlay } from "../app/session.js";
import { useStateOf, useStore } from "../app/store.js";
import { language, t } from "../language/index.js";
import { isAsked } from "../sdk/index.js";

/** @import { GameView } from "../sdk/types.js" */

/** The first tip that fits and has not been shown yet. It waits behind a button, and counts as shown when the decision is made. @param {{view: GameView, drawing: import("../games/index.js").Drawing}} props */
export function Tip({ view, drawing }) {
  const { settings } = useStore(saved);
  const [isOpen, open] = useStateOf(view.ply, false);
  const fitting = settings.tips && isAsked(view) ? (drawing.tips?.(view) ?? []) : [];
  const words = drawing.words?.[language()] ?? drawing.words?.["en"] ?? {};
  const keyOf = (/** @type {string} */ name) => `tip.${view.variant}.${name}`;
  const tip = fitting.find((name) => name in words && !settings.seenTips.includes(keyOf(name)));
  const key = tip && keyOf(tip);
  useEffect(() => () => key && seen(key), [view.ply]);
  if (!tip || !key) return null;
  return html`<button class="lamp" aria-expanded=${isOpen} aria-label=${t("tip")} onClick=${() => open(() => !isOpen)}>?</button>
    ${isOpen &&
    html`<aside class="tip sheet" aria-label=${t("tip")}>
      <p><b class="label">${t("tip")}</b> ${words[tip]}</p>
      <p class="buttons">
        <button class="main" onClick=${() => seen(key)}>${t("understood")}</button>
        <a href=${howToPlay(view.variant)} target="_blank" rel="noopener">${t("how_to_play")}</a>
        <button onClick=${() => saved.set({ tips: false })}>${t("no_tips")}</button>
      </p>
    </aside>`}`;
}

/** @param {string} key */
function seen(key) {
  const { seenTips } = saved.settings;
  if (!seenTips.includes(key)) saved.set({ seenTips: [...seenTips, key] });
}

/** In the menu: tips off, or all of them again. */
export function TipChoice() {
  const { settings } = useStore(saved);
  return settings.tips
    ? html`<button onClick=${() => saved.set({ tips: false })}>${t("no_tips")}</button>`
    : html`<button onClick=${() => saved.set({ tips: true, seenTips: [] })}>${t("tips_again")}</button>`;
}
