// The words of the page in the language of its user. A further language is one more file like en.js.

import { saved } from "../app/saved.js";
import { en } from "./en.js";
import { fr } from "./fr.js";

/** @typedef {keyof typeof en} Key */

/** @type {Record<string, {name: string, words: Record<Key, string>}>} */
export const LANGUAGES = { en: { name: "English", words: en }, fr: { name: "Français", words: fr } };

/** The code of the language: the user's choice, else the browser's first that there is. */
export function language() {
  const wanted = [saved.wishes.language, ...navigator.languages.map((code) => code.slice(0, 2))];
  return wanted.find((code) => code in LANGUAGES) ?? "en";
}

/** The words for a key, with `{name}` replaced by the parameter of that name. @param {Key} key @param {Record<string, string | number>} [given] */
export function t(key, given = {}) {
  const words = LANGUAGES[language()]?.words[key] ?? en[key];
  return words.replace(/{(\w+)}/g, (_, name) => String(given[name] ?? ""));
}

/** The words for a key that may not exist. @param {string} key @param {string} otherwise */
export function maybe(key, otherwise) {
  return key in en ? t(/** @type {Key} */ (key)) : otherwise;
}

/** The words for a name of the API, such as that of an option; a name without words of its own is shown readable. @param {string} key @param {string} name */
export function readable(key, name) {
  const words = name.replaceAll("_", " ");
  return maybe(key, words.charAt(0).toUpperCase() + words.slice(1));
}

/** @param {string} name of a preset */
export const presetName = (name) => readable(`preset.${name}`, name);
