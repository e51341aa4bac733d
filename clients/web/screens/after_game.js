// After the game: on the first screen the result, what decided it and the next game; then a look back, the sheet, and the fairness check.

import { html, useEffect, useState } from "../app/html.js";
import { Later } from "../app/later.js";
import { useAttempt, useLoaded } from "../app/loaded.js";
import { address, go, linkTo } from "../app/router.js";
import { saved } from "../app/saved.js";
import { client } from "../app/session.js";
import { language, t } from "../language/index.js";
import { Result, sidesOf } from "../table/score.js";
import { Analysis, before, extremes, MoveText, useAnalysis } from "./analysis.js";
import { create, intend, levelAbove, playComputer, seatsAgainst } from "./create.js";
import { LinkButtons } from "./invitation.js";
import { LookBack } from "./look_back.js";
import { download, pictureOf } from "./picture.js";
import { Attempt, ProblemNote } from "./problem.js";
import { Chart, decisive, LineScore, Sheet } from "./sheet.js";

/** After a game, its players wait for a rematch for so long. */
const REMATCH_MS = 600_000;

/** @import { Game } from "../sdk/game.js" */
/** @import { Event, GameView, Schemas } from "../sdk/types.js" */
/** @typedef {import("../app/session.js").Session} Session */

/** @param {{session: Session, past: GameView | null, lookBack: (view: GameView | null) => void, children?: unknown}} props with the table */
export function AfterGame({ session, past, lookBack, children }) {
  const { view, game, events } = session;
  const { value: sheet, problem: missing } = useLoaded(async () => (game && view?.status === "finished" ? game.sheet() : null), [game, view?.status, language()]);
  const isGuided = Boolean(view?.fairness.deal);
  const again = useAttempt(async () => {
    if (game) go(address("game", (await (isGuided ? playComputer(game.variant) : intend(`rematch ${game.id}`, {}, (kept) => game.rematch(kept)))).id));
  });
  const analysis = useAnalysis(session);
  useRematch(session);
  if (!view || !game) return null;
  const problem = missing || again.problem || analysis.problem || session.problem;
  const look = (/** @type {number} */ at) => lookAt(session, at, lookBack);
  return html`<section class="after" aria-label=${t("after_game")}>
    <div class="verdict">
      <div>
        <${Result} view=${view} />
        ${sheet && html`<${LineScore} view=${view} sheet=${sheet} />`}
      </div>
      <div>
        ${sheet && html`<${Turning} view=${view} sheet=${sheet} events=${events} analysis=${analysis} look=${look} />`}
        ${view.you && view.rematch_id && html`<p role="status"><span class="badge">${t("rematch_waits")}</span></p>`}
        ${problem && html`<${ProblemNote} problem=${problem} />`}
        <p class="buttons">
          ${sheet && html`<${Picture} view=${view} sheet=${sheet} />`}
          <a class="button" href=${address("new", view.variant)}>${t("another")}</a>
        </p>
        <${TooEasy} view=${view} />
        ${view.you && html`<p class="buttons"><button class="main" onClick=${again.attempt}>${t(isGuided ? "whole_game" : "rematch")}</button></p>`}
      </div>
    </div>
    <${Later} isNew>
      <div class="again">
        ${children}
        <${LookBack} session=${session} past=${past} lookBack=${lookBack} judged=${analysis.found?.moves ?? []} />
      </div>
    <//>
    ${view.you && html`<${Analysis} analysis=${analysis} look=${look} />`}
    ${sheet && html`<${Sheet} view=${view} sheet=${sheet} events=${events} look=${look} />`}
    <${Chart} view=${view} events=${events} />
    ${view.public && html`<div class="fairness"><p>${t("share")}</p><${LinkButtons} url=${linkTo("game", view.id)} /></div>`}
    ${!view.fairness.deal && html`<${Fairness} session=${session} />`}
  </section>`;
}

/**
 * What one looks at: the goal that decided, and of the grades the best and the worst move; a tap leads there.
 * @param {{view: GameView, sheet: Schemas["Scoresheet"], events: Event[], analysis: ReturnType<typeof useAnalysis>, look: (version: number) => void}} props
 */
function Turning({ view, sheet, events, analysis: { found, isWanted, want }, look }) {
  const decided = decisive(view, sheet, events);
  const { best, worst } = extremes(found?.status === "done" ? found.moves : []);
  /** @param {"best_move" | "worst_move"} title @param {Schemas["GradedMove"] | undefined} move */
  const played = (title, move) => move && { version: before(move), words: html`<b>${t(title)}</b> <${MoveText} ...${move} />` };
  const rows = Object.entries({ decided, best: played("best_move", best), blunder: played("worst_move", worst) });
  return html`<ul class="turning">
      ${rows.map(([kind, row]) => row && html`<li key=${kind}><button class=${kind} onClick=${() => look(row.version)}><span>${row.words}</span> <i aria-hidden="true">▶</i></button></li>`)}
      ${view.you && !isWanted && html`<li><button onClick=${want}>${t("analyse")}</button></li>`}
    </ul>
    <div role="status">${isWanted && found?.status !== "done" && html`<p>${t("analysing", { done: found?.progress.done ?? 0, of: found?.progress.of ?? "…" })}</p>`}</div>`;
}

/** The result as a picture to share. @param {{view: GameView, sheet: Schemas["Scoresheet"]}} props */
function Picture({ view, sheet }) {
  const share = async () => {
    const { name } = await client.variant(view.variant);
    const picture = await pictureOf(view, sheet, name);
    const given = { files: [picture] };
    if (navigator.canShare?.(given)) await navigator.share(given).catch(() => {}); // who shares it may think again
    else download(picture);
  };
  return html`<${Attempt} act=${share}>${t("share_result")}<//>`;
}

/** Who has beaten a level plays the same game, after the guided one a whole game, against the next one by a tap, and from the start page from then on. @param {{view: GameView}} props */
export function TooEasy({ view }) {
  const [own, other] = sidesOf(view);
  const beaten = view.you && view.result?.winner === own ? view.seats.find(({ kind, side, rating }) => kind === "ai" && side === other && rating === null) : undefined;
  /** @type {Schemas["Level"][]} */
  const levels = useLoaded(async ({ signal }) => (beaten ? (await client.variant(view.variant, { signal })).levels : []), [view.variant, !beaten, language()]).value ?? [];
  const next = levelAbove(levels, beaten?.level_key);
  if (!beaten || !next) return null;
  const play = async () => {
    const game = await create(view.variant, { options: view.fairness.deal ? {} : view.options, seats: seatsAgainst({ level: next.key }, view.seats.length) });
    saved.set({ level: next.key });
    go(address("game", game.id));
  };
  return html`<div>${t("too_easy")} <${Attempt} act=${play}>${t("play_level", { name: next.name })}<//></div>`;
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
  document.querySelector(".table")?.scrollIntoView({ block: "start" });
  /** @type {HTMLElement | null} */ (document.querySelector(".look-back input"))?.focus({ preventScroll: true }); // on from there by keys
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
    download(new File([JSON.stringify(record, null, 2)], `${session.id}.json`, { type: "application/json" }));
  };
  return html`<div class="fairness">
    <p class="buttons">
      <button onClick=${check}>${t("check_fairness")}</button>
      ${session.view?.status === "finished" && html`<button onClick=${() => session.ask(save)}>${t("download_record")}</button>`}
    </p>
    <p role="status">${verdict}</p>
  </div>`;
}
