// The words of the page in the language of its user; only those are loaded. A further language is one more file like en.js.

import { saved } from "../app/saved.js";

/** @typedef {keyof typeof import("./en.js").en} Key */
/** @typedef {Record<Key, string>} Words */

/** @type {Record<string, {name: string, load: () => Promise<Words>}>} */
export const LANGUAGES = {
  en: { name: "English", load: async () => (await import("./en.js")).en },
  fr: { name: "Français", load: async () => (await import("./fr.js")).fr },
};
let spoken = { code: "", words: /** @type {Words} */ ({}) };

/** Load the words of a language: the user's choice, otherwise the first supported one of the browser. */
async function speak() {
  const wanted = [saved.settings.language, ...navigator.languages.map((code) => code.slice(0, 2))];
  const code = wanted.find((one) => one in LANGUAGES) ?? "en";
  if (code === spoken.code) return;
  const words = await LANGUAGES[code]?.load();
  if (!words) return;
  spoken = { code, words };
  saved.changed();
}

/** The page has words from now on. */
export const isReady = speak();
saved.follow(() => void speak().catch(() => {})); // the service is away: the language stays

/** The code of the language that is spoken. */
export const language = () => spoken.code;

/** @param {string} words @param {Record<string, string | number>} given */
const filled = (words, given) => words.replace(/{(\w+)}/g, (_, name) => String(given[name] ?? ""));

/** The words for a key, with `{name}` replaced by the parameter of that name. @param {Key} key @param {Record<string, string | number>} [given] */
export const t = (key, given = {}) => filled(spoken.words[key], given);

/** The same of a key with two forms: about somebody, and to the player whose it is. @param {Key} key @param {boolean} isOwn @param {Record<string, string | number>} given */
export const voiced = (key, isOwn, given) => filled(spoken.words[key].split(" | ")[Number(isOwn)] ?? "", given);

/** The words for a key that may not exist. @param {string} key @param {string} otherwise */
export function maybe(key, otherwise) {
  return key in spoken.words ? t(/** @type {Key} */ (key)) : otherwise;
}
