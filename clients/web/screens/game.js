// The table: one game, as this seat sees it.

import { html, useEffect, useRef, useState } from "../app/html.js";
import { address } from "../app/router.js";
import { Session } from "../app/session.js";
import { useStore } from "../app/store.js";
import { lookOf } from "../games/index.js";
import { maybe, t } from "../language/index.js";
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
  const isOver = view.status === "finished" || view.status === "aborted";
  return html`<div class="playing">
    <header class="bar">
      <a href=${address()} aria-label=${t("home")}>←</a>
      <${Score} view=${shown} />
      <${Menu} session=${session} />
    </header>
    ${connection === "reconnecting" && html`<p class="banner" role="status">${navigator.onLine ? t("reconnecting") : t("offline")}</p>`}
    <main class="board">
      <section class=${`table ${view.variant}`} aria-label=${view.variant}>
        ${view.status === "open" ? html`<${Invitation} session=${session} />` : html`<${look.Table} view=${shown} />`}
      </section>
      <${Moment} session=${session} />
      ${isOver
        ? html`<${AfterGame} session=${session} past=${past} lookBack=${setPast} />`
        : html`<p class="prompt" role="status">${promptOf(view)}</p>
            ${problem && html`<${ProblemNote} problem=${problem} />`}
            ${view.you &&
            view.status === "active" &&
            html`<${Hand} view=${view} faces=${look.Face} nameOf=${look.nameOf} play=${session.play.bind(session)} isSending=${session.isSending} />
              <${Hint} session=${session} />`}`}
    </main>
    <aside class="log" aria-label=${t("commentary")}>
      <h2>${t("commentary")}</h2>
      <${Log} events=${session.events} view=${view} />
    </aside>
  </div>`;
}

/** What the game waits for, in a sentence. @param {GameView} view */
function promptOf(view) {
  if (view.status === "open") return t("waiting_for_players");
  const isMine = view.legal_moves.length > 0 || view.choice !== null;
  const { node } = /** @type {{node: string}} */ (view.table);
  if (isMine) return `${t("your_turn")}. ${maybe(`prompt.${node}`, "")}`;
  const [next] = view.to_act;
  const name = seatName(view, next);
  if (!view.you) return t("turn_of", { name });
  return t(view.seats[next ?? 0]?.kind === "ai" ? "thinking" : "turn_of", { name });
}

/** What happened last, large and short: goals, saves, shots. @param {{session: Session}} props */
function Moment({ session }) {
  const { news, view } = session;
  const goal = news.findLast(({ type }) => type === "scores");
  const last = goal ?? news.findLast(({ text }) => text);
  if (!last || !view) return null;
  const speaker = last.speaker === null || last.speaker === undefined ? "" : seatName(view, last.speaker);
  return html`<p key=${last.version} class=${`moment ${goal ? "goal" : ""}`} aria-hidden="true">
    ${speaker && !last.text.includes(speaker) ? `${speaker}: ` : ""}${last.text}
  </p>`;
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

