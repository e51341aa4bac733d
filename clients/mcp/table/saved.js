// A chat stores nothing: of the settings, what the table needs.

import { Store } from "../../web/app/store.js";

export const ANIMATIONS = { none: 0 };
const settings = {
  language: document.documentElement.lang, // that of the server's texts, whatever the browser prefers
  animations: "none", // an answer of the tools has one view, for the moves of all
};
export const saved = Object.assign(new Store(), { settings });
