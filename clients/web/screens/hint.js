import { html, useEffect, useState } from "../app/html.js";
import { t } from "../language/index.js";

const SIMULATIONS = 1000;
const MOST = 4;

/** What the computer would play in this seat, with what else it considered. @param {{session: import("../app/session.js").Session}} props */
export function Hint({ session }) {
  const [answer, setAnswer] = useState(/** @type {any} */ (null));
  const [isAsking, setAsking] = useState(false);
  const { view } = session;
  useEffect(() => {
    setAnswer(null);
    setAsking(false);
  }, [view?.version]);
  if (!view?.legal_moves.length && !view?.choice) return null;
  const ask = async () => {
    setAsking(true);
    const { version } = view;
    await session.ask(async (game) => {
      const found = await game.hint({ simulations: SIMULATIONS });
      if (session.view?.version === version) setAnswer(found);
    });
    setAsking(false);
  };
  return html`<section class="hint">
    <button disabled=${isAsking} onClick=${ask}>${t("hint")}</button>
    <div role="status">
      ${isAsking && html`<p>${t("hint_thinking")}</p>`}
      ${answer &&
      html`<p>${t("hint_says", { text: answer.text })}</p>
        ${answer.candidates.length > 1 &&
        html`<details>
          <summary>${t("best_moves")}</summary>
          <table>
            ${answer.candidates
              .slice(0, MOST)
              .map((/** @type {any} */ one) => html`<tr key=${one.text}><td>${one.text}</td><td>${percent(one.value)}</td><td>${one.reason ?? ""}</td></tr>`)}
          </table>
        </details>`}`}
    </div>
  </section>`;
}

/** @param {number | null} value between -1 and 1 */
const percent = (value) => (value === null || value === undefined ? "" : t("value", { percent: Math.round(50 + 50 * value) }));
