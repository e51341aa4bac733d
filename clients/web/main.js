import { html, render, useEffect, useState } from "./app/html.js";
import { useRoute } from "./app/router.js";
import { saved } from "./app/saved.js";
import { useStore } from "./app/store.js";
import { language, t } from "./language/index.js";
import { Home } from "./screens/home.js";

/** The other screens are loaded when they are first shown. @type {Record<string, () => Promise<(props: {path: string[]}) => unknown>>} */
const SCREENS = {
  new: async () => (await import("./screens/new_game.js")).NewGame,
  join: async () => (await import("./screens/join.js")).Join,
  game: async () => (await import("./screens/game.js")).GameScreen,
};

function App() {
  const [screen = "", ...path] = useRoute();
  const [shown, show] = useState(/** @type {{screen: string, Screen: any}} */ ({ screen: "", Screen: Home }));
  useStore(saved);
  useEffect(() => {
    const load = SCREENS[screen];
    if (!load) show({ screen: "", Screen: Home });
    else load().then((Screen) => show({ screen, Screen }));
  }, [screen]);
  useEffect(() => {
    document.documentElement.lang = language();
  });
  const isLoading = shown.screen !== (SCREENS[screen] ? screen : "");
  return isLoading
    ? html`<p class="loading" role="status">${t("loading")}</p>`
    : html`<${shown.Screen} key=${path.join("/")} path=${path} />`;
}

/** @type {HTMLElement} */
const place = /** @type {any} */ (document.querySelector("#app"));
place.replaceChildren();
render(html`<${App} />`, place);
