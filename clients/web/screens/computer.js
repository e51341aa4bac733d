// Which computer plays: a level with its measured strength; for those who want it, an exact rating instead; and who it is.

import { html } from "../app/html.js";
import { t } from "../language/index.js";
import { Check, Option, Radio, Select } from "./fields.js";

/** @import { Computer, Schemas } from "../sdk/types.js" */
/** @typedef {{level: string, rating: number | null, character: string}} Choice the level, by its key, counts while there is no rating */

/** @param {string} level @returns {Choice} */
export const ofLevel = (level) => ({ level, rating: null, character: "" });

/** The choice as fields of a request. @param {Choice} choice @returns {Computer} */
export const computerOf = ({ level, rating, character }) => ({ ...(rating === null ? { level } : { rating }), ...(character && { character }) });

/** @param {{label: string, variant: Schemas["Variant"], value: Choice, choose: (value: Choice) => void}} props */
export function ComputerChoice({ label, variant: { levels, ratings, characters }, value, choose }) {
  const chosen = levels.find(({ key }) => key === value.level);
  const strength = chosen?.strength;
  const isExact = value.rating !== null;
  const change = (/** @type {Partial<Choice>} */ changes) => choose({ ...value, ...changes });
  return html`<label class="level">
      ${label}
      <${Select} value=${value.level} disabled=${isExact} choices=${levels.map((level) => [level.key, `${level.level} – ${nameOf(level)}`])} set=${(/** @type {string} */ level) => change({ level })} />
    </label>
    ${!isExact &&
    html`<p class="small">
      ${chosen?.description} ${strength ? t("strength", { elo: strength.elo, low: strength.low, high: strength.high, games: strength.games }) : t("no_strength")}
    </p>`}
    ${characters.length > 0 && html`<${CharacterChoice} name=${label} characters=${characters} value=${value.character} set=${(/** @type {string} */ character) => change({ character })} />`}
    ${ratings &&
    html`<details class="exact">
      <summary>${t("exact")}</summary>
      <${Option} title=${t("exact_rating")} text=${t("exact_rating_text")}>
        <${Check} checked=${isExact} set=${(/** @type {boolean} */ isWanted) => change({ rating: isWanted ? near(ratings, strength?.elo) : null })} />
      <//>
      ${value.rating !== null && html`<${Rating} ratings=${ratings} value=${value.rating} set=${(/** @type {number} */ rating) => change({ rating })} />`}
    </details>`}`;
}

/** @param {Schemas["Level"]} level */
const nameOf = ({ name, strength }) => (strength ? t("level_strength", { name, elo: strength.elo }) : name);

/** The rating within the range that is nearest to that of the level. @param {Schemas["RatingRange"]} ratings @param {number} [elo] */
const near = ({ lowest, highest }, elo = lowest) => Math.min(Math.max(elo, lowest), highest);

/** @param {{ratings: Schemas["RatingRange"], value: number, set: (rating: number) => void}} props */
function Rating({ ratings: { lowest, highest }, value, set }) {
  const words = t("rating_value", { rating: value });
  return html`<${Option} title=${t("rating")} text=${html`<output>${words}</output>`}>
    <input type="range" min=${lowest} max=${highest} value=${value} aria-valuetext=${words} onInput=${(/** @type {any} */ event) => set(Number(event.target.value))} />
  <//>`;
}

/** Nobody in particular, or one of those with a name. @param {{name: string, characters: Schemas["Character"][], value: string, set: (key: string) => void}} props */
function CharacterChoice({ name, characters, value, set }) {
  const nobody = { key: "", name: t("no_character"), line: t("no_character_text"), colour: "" };
  return html`<fieldset class="characters">
    <legend>${t("character")}</legend>
    ${[nobody, ...characters].map(
      (character) => html`<${Radio} key=${character.key} name=${name} isChosen=${character.key === value} choose=${() => set(character.key)}>
        <${Portrait} character=${character} />
        <span><strong>${character.name}</strong><br /><span class="small">${character.line}</span></span>
      <//>`,
    )}
  </fieldset>`;
}

/** @param {{character: Schemas["Character"]}} props */
const Portrait = ({ character: { name, colour } }) => html`<span class="portrait" aria-hidden="true" style=${{ backgroundColor: colour }}>${colour && initials(name)}</span>`;

/** The first letters of the first two words, or of the only one. @param {string} name */
function initials(name) {
  const words = name.split(/[\s'’-]+/u);
  return (words.length > 1 ? words.slice(0, 2).map((word) => [...word][0]) : [...name].slice(0, 2)).join("");
}
