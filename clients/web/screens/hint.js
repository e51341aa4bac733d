import { html } from "../app/html.js";
import { useStateOf } from "../app/store.js";
import { t } from "../language/index.js";
import { isAsked } from "../sdk/index.js";
import { capital } from "../table/moves.js";
import { MoveText } from "./analysis.js";
import { Table } from "./fields.js";

/** @import { GameView, Schemas } from "../sdk/types.js" */

const MOST = 5;

/** The move the computer would play in this seat, and why, with the other candidates. @param {{session: import("../app/session.js").Session, view: GameView}} props */
export function Hint({ session, view }) {
  const [{ answer, isAsking }, change] = useStateOf(view.ply, { answer: /** @type {Schemas["SuggestionAnswer"] | null} */ (null), isAsking: false });
  if (!isAsked(view)) return null;
  const ask = async () => {
    change(() => ({ answer: null, isAsking: true }));
    /** @type {Schemas["SuggestionAnswer"] | null} */
    let answer = null;
    await session.ask(async (game) => {
      answer = await game.suggest(); // by the strongest level: what a bare search names, the analysis may call a mistake;
    });
    change(() => ({ answer, isAsking: false }));
  };
  const [best] = answer?.candidates ?? [];
  const close = () => change(() => ({ answer: null, isAsking: false }));
  return html`<button class="lamp ask" disabled=${isAsking || session.isSending} onClick=${answer ? close : ask} aria-expanded=${answer !== null} aria-label=${t("hint")}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2A7 7 0 0 0 8 14.7V17H16V14.7A7 7 0 0 0 12 2ZM9 19H15V20.5A1.5 1.5 0 0 1 13.5 22H10.5A1.5 1.5 0 0 1 9 20.5Z" /></svg>
    </button>
    <section class=${`hint ${isAsking || answer ? "sheet" : ""}`} aria-label=${t("hint")}>
      <div role="status">
        ${isAsking && html`<p>${t("hint_thinking")}</p>`}
        ${answer && html`<p class="says">${t("hint_says", { text: answer.text })}${best?.reason && html`<br /><span class="small">${t("because", { reason: best.reason })}</span>`}</p>`}
      </div>
      ${answer && answer.candidates.length > 1 && html`<${Considered} answer=${answer} />`}
      ${answer && html`<button class="quiet" onClick=${close}>${t("close")}</button>`}
    </section>`;
}

/** The moves side by side: how good each looks, and how often it was tried. @param {{answer: Schemas["SuggestionAnswer"]}} props */
function Considered({ answer }) {
  const isRated = answer.simulations > 0 || answer.exact || answer.candidates.some(({ prospects }) => prospects);
  const chance = (/** @type {unknown} */ cell) => (isRated ? [cell] : []);
  const rowOf = (/** @type {Schemas["Candidate"]} */ candidate) => [html`<${MoveText} ...${candidate} />`, ...chance(html`<${Prospects} candidate=${candidate} />`), candidate.reason];
  return html`<details>
    <summary>${t("best_moves")}</summary>
    <${Table} columns=${[t("move"), ...chance(t("chance")), t("why")]} rows=${answer.candidates.slice(0, MOST).map(rowOf)} />
    <p class="small">${t(answer.exact ? "hint_exact" : "hint_note")}</p>
  </details>`;
}

/** The prospects of a candidate. @param {{candidate: Schemas["Candidate"]}} props */
function Prospects({ candidate }) {
  const { prospects, value, visits } = candidate;
  const percent = Math.round(100 * (prospects?.win_probability.mean ?? (1 + value) / 2));
  return html`<meter min="0" max="100" value=${percent} aria-hidden="true"></meter> ${prospects ? html`<span class="small">${capital(prospects.text)}</span>` : `${percent}\u00a0%`}
    ${visits > 0 && html`<br /><span class="small">${t("visits", { count: visits })}</span>`}`;
}
