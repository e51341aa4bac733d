// The table: one game, as this seat sees it.

import { html, useEffect, useRef, useState } from "../app/html.js";
import { address } from "../app/router.js";
import { Session } from "../app/session.js";
import { useStore } from "../app/store.js";
import { lookOf } from "../games/index.js";
import { Tip } from "../learning/tips.js";
import { t } from "../language/index.js";
import { CardBook } from "../table/about.js";
import { useFlights } from "../table/flights.js";
import { Moment, Prompt } from "../table/moment.js";
import { Hand } from "../table/moves.js";
import { Score, seatName } from "../table/score.js";
import { AfterGame } from "./after_game.js";
import { Hint } from "./hint.js";
import { Menu } from "./menu.js";
import { ProblemNote } from "./problem.js";

/** @import { Event, GameView } from "../sdk/types.js" */

/** @param {{path: string[]}} props */
export function GameScreen({ path: [id = ""] }) {
  const session = useRef(/** @type {Session | null} */ (null));
  session.current ??= new Session(id);
  useEffect(() => () => session.current?.close(), []);
  return html`<${Playing} session=${session.current} />`;
}

/** @param {{session: Session}} props */
function Playing({ session }) {
  const { view, game, connection, problem } = useStore(session);
  const [look, setLook] = useState(/** @type {any} */ (null));
  const [past, setPast] = useState(/** @type {GameView | null} */ (null));
  const board = useRef(/** @type {HTMLElement | null} */ (null));
  useFlights(board, `${(past ?? view)?.version} ${look !== null}`);
  useEffect(() => {
    if (game) lookOf(game).then(setLook, () => setTimeout(() => setLook(null), 1500));
  }, [game === null, connection === "live"]);

  if (connection === "gone") {
    return html`<main class="narrow">
      <h1>${t("gone")}</h1>
      <${ProblemNote} problem=${problem} />
      <p><a class="button" href=${address()}>${t("home")}</a></p>
    </main>`;
  }
  if (!view || !game || !look) return html`<main><p role="status">${t(connection === "loading" ? "loading" : "reconnecting")}</p></main>`;

  const shown = past ?? view;
  const events = session.events.filter(({ version }) => version <= shown.version);
  const happened = events.filter(({ version }) => version === shown.version);
  const isOver = view.status === "finished" || view.status === "aborted";
  return html`<div class="playing">
    <header class="bar">
      <a href=${address()} aria-label=${t("home")}>←</a>
      <${Score} view=${shown} />
      <${Menu} session=${session} />
    </header>
    ${connection === "reconnecting" && html`<p class="banner" role="status">${navigator.onLine ? t("reconnecting") : t("offline")}</p>`}
    <main class="board" ref=${board}>
      <section class=${`table ${view.variant}`} aria-label=${view.variant}>
        ${view.status === "open" ? html`<${Invitation} session=${session} />` : html`<${look.Table} view=${shown} happened=${happened} events=${events} />`}
        <${Moment} news=${past ? happened : session.news} events=${events} view=${shown} />
      </section>
      ${isOver
        ? html`<${AfterGame} session=${session} past=${past} lookBack=${setPast} />`
        : html`<${Prompt} view=${view} look=${look} />
            ${problem && html`<${ProblemNote} problem=${problem} />`}
            ${view.you &&
            view.status === "active" &&
            html`<${Tip} view=${view} look=${look} />
              <${Hand} view=${view} look=${look} play=${session.play.bind(session)} isSending=${session.isSending} />
              <div class="helps"><${Hint} session=${session} />${look.About && html`<${CardBook} root=${board} About=${look.About} />`}</div>`}`}
    </main>
    <aside class="log" aria-label=${t("commentary")}>
      <h2>${t("commentary")}</h2>
      <${Log} events=${session.events} view=${view} />
    </aside>
  </div>`;
}

/** @param {{events: Event[], view: GameView}} props */
function Log({ events, view }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const said = events.filter(({ text }) => text);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [said.length]);
  return html`<ol ref=${list} role="log" aria-live="polite" tabindex="0" aria-label=${t("commentary")}>
    ${said.map(({ text, speaker, type }, place) => {
      const name = speaker === null || speaker === undefined ? "" : seatName(view, speaker);
      return html`<li key=${place} class=${`${type === "scores" ? "goal" : ""} ${speaker != null && speaker === view.you?.seat ? "own" : ""}`}>
        ${name && !text.includes(name) && html`<b>${name}: </b>`}${text}
      </li>`;
    })}
  </ol>`;
}

/** An open game: the link for the others, and the wait. @param {{session: Session}} props */
function Invitation({ session }) {
  const { game, view } = session;
  const [isCopied, copied] = useState(false);
  if (!game || !view) return null;
  const { joinCode } = game;
  const link = joinCode ? `${location.href.split("#")[0]}${address("join", game.id, joinCode)}` : "";
  const time = view.fallback_at && new Date(view.fallback_at).toLocaleTimeString();
  return html`<div class="invitation">
    <h2>${t("waiting_for_players")}</h2>
    ${time && html`<p>${t("computer_next", { time })}</p>`}
    ${link &&
    !time &&
    html`<p>${t("invite")}</p>
      <p><input class="link" readonly value=${link} aria-label=${t("copy")} onFocus=${(/** @type {any} */ event) => event.target.select()} /></p>
      <p>
        <button class="main" onClick=${() => navigator.clipboard?.writeText(link).then(() => copied(true))}>${isCopied ? t("copied") : t("copy")}</button>
      </p>`}
  </div>`;
}

