// Where the page starts at a table, its modules are asked for at once instead of as they are found.

const TABLE = [
  "games/index",
  "learning/tips",
  "screens/absent",
  "screens/after_game",
  "screens/code",
  "screens/game",
  "screens/hint",
  "screens/invitation",
  "screens/look_back",
  "screens/menu",
  "screens/sheet",
  "table/about",
  "table/card",
  "table/flights",
  "table/lineup",
  "table/moment",
  "table/moves",
  "table/rink",
  "table/score",
  "table/seat",
  "vendor/qr",
];

if (location.hash.startsWith("#/game/")) {
  const links = TABLE.map((name) => Object.assign(document.createElement("link"), { rel: "modulepreload", href: `client/${name}.js` }));
  document.head.append(...links);
}

export {};
