// The settings of the player that any screen may offer.

import { html } from "../app/html.js";
import { ANIMATIONS, saved } from "../app/saved.js";
import { play } from "../app/sound.js";
import { LANGUAGES, language, t } from "../language/index.js";

/** @typedef {import("../language/index.js").Key} Key */

/**
 * One of several values. @param {{of: "language" | "level" | "animations", label: string, value: string, choices: string[][]}} props `choices`: value, words, and if
 * they are in a language of their own that
 */
export const Choice = ({ of: wish, label, value, choices }) =>
  html`<label>
    ${label}
    <select value=${value} onChange=${(/** @type {any} */ event) => saved.set({ [wish]: event.target.value })}>
      ${choices.map(([key, words, lang]) => html`<option key=${key} value=${key} lang=${lang}>${words}</option>`)}
    </select>
  </label>`;

/** A wish that one has or has not. @param {{of: "sound" | "colourful"}} props */
function Wish({ of: wish }) {
  const change = (/** @type {any} */ event) => {
    saved.set({ [wish]: event.target.checked });
    if (wish === "sound") play("turn"); // shows how it sounds; and browsers let a page sound only after such a touch
  };
  return html`<label class="check"><input type="checkbox" checked=${saved.settings[wish]} onChange=${change} /> ${t(wish)}</label>`;
}

export const Wishes = () =>
  html`<${Choice} of="language" label=${t("language")} value=${language()} choices=${Object.entries(LANGUAGES).map(([code, { name }]) => [code, name, code])} />
    <${Choice} of="animations" label=${t("animations")} value=${saved.settings.animations} choices=${Object.keys(ANIMATIONS).map((kind) => [kind, t(/** @type {Key} */ (`animations.${kind}`))])} />
    <${Wish} of="sound" />
    <${Wish} of="colourful" />`;
