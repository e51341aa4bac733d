import { html, render, useEffect, useRef, useState } from "./app/html.js";
import { reloadWhenBack } from "./app/loaded.js";
import { announcer, focusMain } from "./app/page.js";
import { parts, useRoute } from "./app/router.js";
import { saved } from "./app/saved.js";
import { useStore } from "./app/store.js";
import { isReady, language, t } from "./language/index.js";
import { Home } from "./screens/home.js";

/** The other screens are loaded when they are first shown. @type {Map<string, () => Promise<(props: {path: string[]}) => unknown>>} */
const SCREENS = new Map([
  ["new", async () => (await import("./screens/new_game.js")).NewGame],
  ["join", async () => (await import("./screens/join.js")).Join],
  ["seat", async () => (await import("./screens/seat.js")).Seat],
  ["learn", async () => (await import("./screens/seat.js")).Learn],
  ["game", async () => (await import("./screens/game.js")).GameScreen],
]);

function App() {
  const [screen = "", ...path] = useRoute();
  const [shown, show] = useState(/** @type {{screen: string, Screen: (props: {path: string[]}) => unknown}} */ ({ screen: "", Screen: Home }));
  const place = [screen, ...path].join("/");
  const isFirst = useRef(true);
  useStore(saved);
  useEffect(() => {
    let isWanted = true;
    const load = async () => {
      try {
        const Screen = (await SCREENS.get(screen)?.()) ?? Home;
        if (isWanted) show({ screen, Screen });
      } catch {
        await reloadWhenBack(() => isWanted);
      }
    };
    load();
    return () => {
      isWanted = false;
    };
  }, [screen]);
  useEffect(() => {
    document.documentElement.lang = language();
  }, [language()]); // not at each change: all styles of the page are computed again
  useEffect(() => {
    document.documentElement.classList.toggle("still", saved.settings.animations === "none");
    document.documentElement.classList.toggle("colourful", saved.settings.colourful);
  }, [saved.settings.animations, saved.settings.colourful]);
  const isLoading = shown.screen !== screen;
  useEffect(() => {
    if (!isLoading && !isFirst.current) focusMain();
    if (!isLoading) isFirst.current = false;
  }, [isLoading, place]);
  return html`<a class="skip" href="#main" onClick=${(/** @type {Event} */ event) => (event.preventDefault(), focusMain())}>${t("skip")}</a>
    ${isLoading ? html`<main><p class="loading" role="status">${t("loading")}</p></main>` : html`<${shown.Screen} key=${place} path=${path} />`}
    <${Announcements} />`;
}

/** Texts for screen readers alone. */
function Announcements() {
  const { text } = useStore(announcer);
  return html`<p class="unseen" role="status" aria-live="polite">${text}</p>`;
}

const [first = ""] = parts();
SCREENS.get(first)?.().catch(() => {}); // is on its way before anything is drawn

/** @type {HTMLElement} */
const place = /** @type {any} */ (document.querySelector("#app"));
isReady.then(() => {
  place.replaceChildren();
  render(html`<${App} />`, place);
}, () => reloadWhenBack(() => true));
