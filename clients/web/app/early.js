// What the page needs beside the modules that index.html names, asked for at once instead of as it is found: its words, and where it
// starts at a table, the modules of that.

const TABLE = [
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
  "screens/sheet",
  "table/about",
  "table/card",
  "table/drag",
  "table/flights",
  "table/lineup",
  "table/moment",
  "table/moves",
  "table/rink",
  "table/commentary",
  "table/score",
  "table/seat",
];

if (location.hash.startsWith("#/game/")) {
  const links = TABLE.map((name) => Object.assign(document.createElement("link"), { rel: "modulepreload", href: `client/${name}.js` }));
  document.head.append(...links);
}

import("../language/index.js");

export {};
