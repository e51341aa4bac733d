// The settings of the player that any screen may offer.

import { html } from "../app/html.js";
import { ANIMATIONS, saved } from "../app/saved.js";
import { play } from "../app/sound.js";
import { LANGUAGES, language, t } from "../language/index.js";
import { Check, Select } from "./fields.js";

/** @typedef {import("../language/index.js").Key} Key */

/** One of several values. @param {{of: "language" | "level" | "animations", label: string, value: string, choices: string[][]}} props */
export const Choice = ({ of: wish, label, value, choices }) =>
  html`<label>${label} <${Select} value=${value} choices=${choices} set=${(/** @type {string} */ value) => saved.set({ [wish]: value })} /></label>`;

export const OwnName = () =>
  html`<label>
    ${t("your_name")}
    <input value=${saved.settings.name} maxlength="40" autocomplete="nickname" onChange=${(/** @type {any} */ event) => saved.set({ name: event.target.value.trim() })} />
  </label>`;

/** A wish that one has or has not. @param {{of: "sound" | "colourful"}} props */
function Wish({ of: wish }) {
  const change = (/** @type {boolean} */ isWanted) => {
    saved.set({ [wish]: isWanted });
    if (wish === "sound") play("turn"); // shows how it sounds; and browsers let a page sound only after such a touch
  };
  return html`<label class="check"><${Check} checked=${saved.settings[wish]} set=${change} /> ${t(wish)}</label>`;
}

export const Wishes = () =>
  html`<${Choice} of="language" label=${t("language")} value=${language()} choices=${Object.entries(LANGUAGES).map(([code, { name }]) => [code, name, code])} />
    <${Choice} of="animations" label=${t("animations")} value=${saved.settings.animations} choices=${Object.keys(ANIMATIONS).map((kind) => [kind, t(/** @type {Key} */ (`animations.${kind}`))])} />
    <${Wish} of="sound" />
    <${Wish} of="colourful" />`;
