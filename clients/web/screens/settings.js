// The settings of the player that any screen may offer.

import { html } from "../app/html.js";
import { ANIMATIONS, saved } from "../app/saved.js";
import { play } from "../app/sound.js";
import { LANGUAGES, language, t } from "../language/index.js";

export function LanguageChoice() {
  return html`<label>
    ${t("language")}
    <select value=${language()} onChange=${(/** @type {any} */ event) => saved.set({ language: event.target.value })}>
      ${Object.entries(LANGUAGES).map(([code, { name }]) => html`<option key=${code} value=${code} lang=${code}>${name}</option>`)}
    </select>
  </label>`;
}

/** A wish that one has or has not. @param {{of: "sound" | "colourful"}} props */
export function Wish({ of: wish }) {
  const change = (/** @type {any} */ event) => {
    saved.set({ [wish]: event.target.checked });
    if (wish === "sound") play("turn"); // shows how it sounds; and browsers let a page sound only after such a touch
  };
  return html`<label class="check"><input type="checkbox" checked=${saved.settings[wish]} onChange=${change} /> ${t(wish)}</label>`;
}

export function AnimationChoice() {
  return html`<label>
    ${t("animations")}
    <select value=${saved.settings.animations} onChange=${(/** @type {any} */ event) => saved.set({ animations: event.target.value })}>
      ${Object.keys(ANIMATIONS).map((kind) => html`<option key=${kind} value=${kind}>${t(/** @type {import("../language/index.js").Key} */ (`animations.${kind}`))}</option>`)}
    </select>
  </label>`;
}
