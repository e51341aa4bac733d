// After the game: the result, the next game, a look back, the sheet, and the fairness check.

import { html, useEffect, useState } from "../app/html.js";
import { copy } from "../app/clipboard.js";
import { useAttempt, useLoaded } from "../app/loaded.js";
import { address, go } from "../app/router.js";
import { saved } from "../app/saved.js";
import { client } from "../app/session.js";
import { language, t } from "../language/index.js";
import { Result, sidesOf } from "../table/score.js";
import { Analysis, useAnalysis } from "./analysis.js";
import { create, intend, levelAbove } from "./create.js";
import { LookBack } from "./look_back.js";
import { ProblemNote } from "./problem.js";
import { Chart, Sheet } from "./sheet.js";

/** After a game, its players wait for a rematch for so long. */
const REMATCH_MS = 600_000;

/** @import { Game } from "../sdk/game.js" */
/** @import { GameView, Schemas } from "../sdk/types.js" */
/** @typedef {import("../app/session.js").Session} Session */

/** @param {{session: Session, past: GameView | null, lookBack: (view: GameView | null) => void}} props */
export function AfterGame({ session, past, lookBack }) {
  const { view, game } = session;
  const [sheet, setSheet] = useState(/** @type {Schemas["Scoresheet"] | null} */ (null));
  const [missing, miss] = useState(/** @type {any} */ (null));
  const again = useAttempt(async () => void (game && go(address("game", (await intend(`rematch ${game.id}`, {}, (kept) => game.rematch(kept))).id))));
  const analysis = useAnalysis(session);
  useRematch(session);
  useEffect(() => {
    if (game && view?.status === "finished") game.sheet().then(setSheet, miss);
  }, [view?.status, language()]);
  if (!view || !game) return null;
  const problem = missing || again.problem || analysis.problem || session.problem;
  const look = (/** @type {number} */ at) => lookAt(session, at, lookBack);
  return html`<section class="after" aria-label=${t("after_game")}>
    <${Result} view=${view} />
    <${TooEasy} view=${view} />
    <p class="buttons">
      ${view.you && html`<button class="main" onClick=${again.attempt}>${t("rematch")}</button>`}
      <a class="button" href=${address("new", view.variant)}>${t("another")}</a>
      ${view.public && html`<${Share} id=${view.id} />`}
    </p>
    ${view.you && view.rematch_id && html`<p role="status"><span class="badge">${t("rematch_waits")}</span></p>`}
    ${problem && html`<${ProblemNote} problem=${problem} />`}
    <${LookBack} session=${session} past=${past} lookBack=${lookBack} judged=${analysis.found?.moves ?? []} />
    ${view.you && html`<${Analysis} analysis=${analysis} look=${look} />`}
    ${sheet && html`<${Sheet} view=${view} sheet=${sheet} events=${session.events} look=${look} />`}
    <${Chart} view=${view} events=${session.events} />
    ${!view.fairness.deal && html`<${Fairness} session=${session} />`}
  </section>`;
}

/** Who has beaten a level plays the same game against the next one by a tap, and from the start page from then on. @param {{view: GameView}} props */
export function TooEasy({ view }) {
  const [own, other] = sidesOf(view);
  const beaten = view.you && view.result?.winner === own ? view.seats.find(({ kind, side, rating }) => kind === "ai" && side === other && rating === null) : undefined;
  /** @type {Schemas["Level"][]} */
  const levels = useLoaded(async ({ signal }) => (beaten ? (await client.variant(view.variant, { signal })).levels : []), [view.variant, !beaten, language()]).value ?? [];
  const next = levelAbove(levels, beaten?.level_key);
  const { isBusy, problem, attempt } = useAttempt(async () => {
    if (!next) return;
    const game = await create(view.variant, { options: view.options, level: next.key });
    saved.set({ level: next.key });
    go(address("game", game.id));
  });
  if (!beaten || !next) return null;
  return html`<p>${t("too_easy")} <button disabled=${isBusy} onClick=${attempt}>${t("play_level", { name: next.name })}</button></p>
    ${problem && html`<${ProblemNote} problem=${problem} />`}`;
}

/** Hear of the rematch that another player asks for: the stream of a game ends with it. @param {Session} session */
function useRematch(session) {
  const { view } = session;
  const own = view?.you?.seat;
  const isPossible = own !== undefined && !view?.rematch_id && view?.status === "finished";
  const isAwaited = isPossible && view.seats.some(({ kind }, seat) => kind === "person" && seat !== own);
  useEffect(() => {
    const ends = Date.now() + REMATCH_MS;
    const hear = async (/** @type {Game} */ game, /** @type {{signal: AbortSignal}} */ { signal }) => {
      while (!game.view.rematch_id && Date.now() < ends) await game.refresh({ waitS: Infinity, signal });
    };
    if (isAwaited) void session.ask(hear);
  }, [isAwaited]);
}

/** @param {Session} session @param {number} at @param {(view: GameView) => void} lookBack */
async function lookAt(session, at, lookBack) {
  const { game } = session;
  if (!game) return;
  await session.ask(async () => lookBack(await session.at(at)));
  document.querySelector(".table")?.scrollIntoView({ block: "start", behavior: "smooth" });
}

/** The link to the game for spectators and its record: it contains no secret. @param {{id: string}} props */
function Share({ id }) {
  const [isCopied, copied] = useState(false);
  const share = async () => {
    const url = `${location.href.split("#")[0]}${address("game", id)}`;
    if (navigator.share) await navigator.share({ url }).catch(() => {});
    else copied(await copy(url));
  };
  return html`<button onClick=${share}>${isCopied ? t("copied") : t("share")}</button>`;
}

/** @param {{session: Session}} props */
function Fairness({ session }) {
  const [verdict, setVerdict] = useState("");
  const check = () =>
    session.ask(async (game) => {
      if (!globalThis.crypto?.subtle) return setVerdict(t("fair_unknown"));
      const faults = await game.fairnessFaults();
      if (!faults.length) setVerdict(t("fair"));
      else setVerdict(game.hasOwnSeed || faults.length > 1 ? t("unfair", { faults: faults.join("; ") }) : t("fair_by_trust"));
    });
  const save = async (/** @type {import("../sdk/game.js").Game} */ game) => {
    const record = await game.record();
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(record, null, 2)], { type: "application/json" }));
    link.download = `${session.id}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return html`<div class="fairness">
    <p class="buttons">
      <button onClick=${check}>${t("check_fairness")}</button>
      ${session.view?.status === "finished" && html`<button onClick=${() => session.ask(save)}>${t("download_record")}</button>`}
    </p>
    <p role="status">${verdict}</p>
  </div>`;
}
