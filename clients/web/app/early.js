// Files that the page needs in addition to the modules in index.html, requested at once instead of when they are found: its words, and at a
// table the modules of the table.

const TABLE = [
  "app/attention",
  "app/clipboard",
  "app/director",
  "games/index",
  "learning/tips",
  "screens/absent",
  "screens/after_game",
  "screens/analysis",
  "screens/game",
  "screens/hint",
  "screens/invitation",
  "screens/look_back",
  "screens/menu",
  "screens/seat",
  "screens/sheet",
  "table/about",
  "table/beats",
  "table/card",
  "table/drag",
  "table/fit",
  "table/flights",
  "table/lineup",
  "table/moment",
  "table/moves",
  "table/rink",
  "table/row",
  "table/commentary",
  "table/score",
  "table/seat",
];

if (location.hash.startsWith("#/game/")) {
  const links = TABLE.map((name) => Object.assign(document.createElement("link"), { rel: "modulepreload", href: new URL(`../${name}.js`, import.meta.url).href }));
  document.head.append(...links);
}

import("../language/index.js");

export {};
