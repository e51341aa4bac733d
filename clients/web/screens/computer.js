// Which computer plays: a level with its measured strength; for those who want it, an exact rating instead, and a style.

import { html } from "../app/html.js";
import { t } from "../language/index.js";

/** @import { Computer, Schemas } from "../sdk/types.js" */
/** @typedef {{level: string, rating: number | null, style: string | ""}} Choice the level, by its key, counts while there is no rating */

/** @param {string} level @returns {Choice} */
export const ofLevel = (level) => ({ level, rating: null, style: "" });

/** The choice as fields of a request. @param {Choice} choice @returns {Computer} */
export const computerOf = ({ level, rating, style }) => ({ ...(rating === null ? { level } : { rating }), ...(style && { style }) });

/** @param {{label: string, variant: Schemas["Variant"], value: Choice, choose: (value: Choice) => void}} props */
export function ComputerChoice({ label, variant: { levels, ratings, styles }, value, choose }) {
  const chosen = levels.find(({ key }) => key === value.level);
  const strength = chosen?.strength;
  const isExact = value.rating !== null;
  const change = (/** @type {Partial<Choice>} */ changes) => choose({ ...value, ...changes });
  return html`<label class="level">
      ${label}
      <select value=${value.level} disabled=${isExact} onChange=${(/** @type {any} */ event) => change({ level: event.target.value })}>
        ${levels.map((level) => html`<option key=${level.key} value=${level.key}>${level.level} – ${nameOf(level)}</option>`)}
      </select>
    </label>
    ${!isExact &&
    html`<p class="small">
      ${chosen?.description} ${strength ? t("strength", { elo: strength.elo, low: strength.low, high: strength.high, games: strength.games }) : t("no_strength")}
    </p>`}
    ${(ratings || styles.length > 0) &&
    html`<details class="exact">
      <summary>${t("exact")}</summary>
      ${ratings &&
      html`<label class="option">
        <span><strong>${t("exact_rating")}</strong><br /><span class="small">${t("exact_rating_text")}</span></span>
        <input type="checkbox" checked=${isExact} onChange=${(/** @type {any} */ event) => change({ rating: event.target.checked ? near(ratings, strength?.elo) : null })} />
      </label>`}
      ${ratings && value.rating !== null && html`<${Rating} ratings=${ratings} value=${value.rating} set=${(/** @type {number} */ rating) => change({ rating })} />`}
      ${styles.length > 0 && html`<${StyleChoice} styles=${styles} value=${value.style} set=${(/** @type {Choice["style"]} */ style) => change({ style })} />`}
    </details>`}`;
}

/** @param {Schemas["Level"]} level */
const nameOf = ({ name, strength }) => (strength ? t("level_strength", { name, elo: strength.elo }) : name);

/** The rating within the range that is nearest to that of the level. @param {Schemas["RatingRange"]} ratings @param {number} [elo] */
const near = ({ lowest, highest }, elo = lowest) => Math.min(Math.max(elo, lowest), highest);

/** @param {{ratings: Schemas["RatingRange"], value: number, set: (rating: number) => void}} props */
function Rating({ ratings: { lowest, highest }, value, set }) {
  const words = t("rating_value", { rating: value });
  return html`<label class="option">
    <span><strong>${t("rating")}</strong><br /><output class="small">${words}</output></span>
    <input
      type="range"
      min=${lowest}
      max=${highest}
      value=${value}
      aria-valuetext=${words}
      onInput=${(/** @type {any} */ event) => set(Number(event.target.value))}
    />
  </label>`;
}

/** @param {{styles: Schemas["Style"][], value: Choice["style"], set: (style: Choice["style"]) => void}} props */
function StyleChoice({ styles, value, set }) {
  const chosen = styles.find(({ key }) => key === value);
  return html`<label class="option">
    <span><strong>${t("style")}</strong><br /><span class="small">${chosen?.description ?? t("style_text")}</span></span>
    <select value=${value} onChange=${(/** @type {any} */ event) => set(event.target.value)}>
      <option value="">${t("no_style")}</option>
      ${styles.map(({ key, name }) => html`<option key=${key} value=${key}>${name}</option>`)}
    </select>
  </label>`;
}
