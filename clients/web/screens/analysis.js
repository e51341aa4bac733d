// The grades of one's moves, after the game: a summary, the best and the worst, a mark at each decision of the slider, and the better moves.

import { html, useEffect, useState } from "../app/html.js";
import { saved } from "../app/saved.js";
import { language, maybe, t } from "../language/index.js";
import { isCard, Tiny } from "../table/card.js";
import { capital } from "../table/moves.js";

/** @import { Move, Schemas } from "../sdk/types.js" */
/** @typedef {Schemas["Analysis"]} Found */
/** @typedef {Schemas["GradedMove"]} GradedMove */

/** A sign in addition to the colour of each grade, as chess players write them. */
const SIGNS = { best: "!", good: "·", inaccuracy: "?!", blunder: "??" };
const MISTAKES = ["inaccuracy", "blunder"];

/** The version of the game in which a decision was to be made. @param {GradedMove} move */
export const before = ({ version }) => version - 1;

/**
 * The analysis of this seat once it is asked for, also in a visit before, and again when the language changes.
 * @param {import("../app/session.js").Session} session
 */
export function useAnalysis(session) {
  const [found, show] = useState(/** @type {Found | null} */ (null));
  const kept = saved.games[session.id];
  const isWanted = Boolean(kept?.isGraded);
  const want = (/** @type {boolean} */ isGraded) => kept && saved.keep({ ...kept, isGraded });
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const { game } = session;
  useEffect(() => {
    if (!isWanted || !game) return;
    const abort = new AbortController();
    const failed = (/** @type {unknown} */ error) => {
      if (abort.signal.aborted) return;
      setProblem(error);
      want(false);
    };
    game.analysis({ signal: abort.signal, onProgress: show }).then(show, failed);
    return () => abort.abort();
  }, [isWanted, game, language()]);
  return { found, problem, isWanted, want: () => (setProblem(null), want(true)) };
}

/** One's best and one's worst move: of the best ones that with which the chances rose the most since the decision before. @param {GradedMove[]} moves */
export function extremes(moves) {
  const chance = (/** @type {GradedMove | undefined} */ move, otherwise = 0) => move?.prospects?.win_probability.mean ?? otherwise;
  const rise = (/** @type {GradedMove} */ move) => chance(move) - chance(moves[moves.indexOf(move) - 1], 0.5);
  const [best] = moves.filter(({ grade }) => grade === "best").sort((one, other) => rise(other) - rise(one));
  const [worst] = moves.filter(({ grade }) => MISTAKES.includes(grade)).sort((one, other) => other.loss.mean - one.loss.mean);
  return { best, worst };
}

/** The summary and the mistakes, once they are asked for. @param {{analysis: ReturnType<typeof useAnalysis>, look: (version: number) => void}} props */
export function Analysis({ analysis: { found }, look }) {
  if (found?.status !== "done") return null;
  const mistakes = found.moves.filter(({ grade }) => MISTAKES.includes(grade));
  return html`<section class="analysis" aria-labelledby="analysis-title">
    <h3 id="analysis-title">${t("analysis")}</h3>
    <p class="summary">${found.moves.length ? found.summary.text : t("nothing_to_analyse")}</p>
    ${mistakes.length > 0 &&
    html`<ol class="rows">
      ${mistakes.map(
        (move) =>
          html`<li key=${move.version}>
            <div><${Judged} move=${move} /></div>
            <button onClick=${() => look(before(move))} aria-label=${`${t("show")}: ${move.text}`}>${t("show")}</button>
          </li>`,
      )}
    </ol>`}
    ${found.moves.length > 0 && html`<p class="small">${t("analysis_note")}</p>`}
  </section>`;
}

/** A move with its cards drawn; one without cards of the pack in words. @param {{move: Move, text: string}} props */
export function MoveText({ move, text }) {
  const cards = Object.values(move).flat().filter((value) => isCard(String(value)));
  if (!cards.length) return capital(text);
  return html`${maybe(`move.${move.type}`, maybe(move.type, ""))} ${cards.map((code) => html`<${Tiny} key=${code} code=${code} />`)}`;
}

/** What was played, how good it was, and the better move with its reason. @param {{move: GradedMove}} props */
function Judged({ move }) {
  const { better, grade } = move;
  return html`<p>
      <span class=${`grade ${grade}`} aria-hidden="true">${SIGNS[/** @type {keyof typeof SIGNS} */ (grade)]}</span> <b>${t("you_played")} <${MoveText} ...${move} />.</b> ${move.comment}
      ${move.prospects && html`<br /><span class="small">${move.prospects.text}</span>`}
    </p>
    ${better &&
    html`<p>${t("better")} <${MoveText} ...${better} />${better.reason && `: ${better.reason}`}.${better.prospects && html`<br /><span class="small">${better.prospects.text}</span>`}</p>`}`;
}

/** A mark at each decision, above the slider from the first version to the last. The list and the text at the slider say the same. @param {{moves: GradedMove[], last: number}} props */
export function Marks({ moves, last }) {
  const place = (/** @type {GradedMove} */ move) => `${(100 * (before(move) - 1)) / Math.max(1, last - 1)}%`;
  return html`<div class="marks" aria-hidden="true">
    <div>${moves.map((move) => html`<i key=${move.version} class=${`mark ${move.grade}`} style=${{ left: place(move) }}></i>`)}</div>
  </div>`;
}

/** The decision that was to be made at a version, judged. @param {{moves: GradedMove[], at: number}} props */
export function JudgedAt({ moves, at }) {
  const move = moves.find((each) => before(each) === at);
  return html`<div class="judged" role="status">${move && html`<${Judged} move=${move} />`}</div>`;
}
