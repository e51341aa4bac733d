// After the game: the result, the sheet, a look back, the fairness check, and the next game.

import { html, useEffect, useState } from "../app/html.js";
import { address, go } from "../app/router.js";
import { client } from "../app/session.js";
import { t } from "../language/index.js";
import { sideName } from "../table/score.js";
import { remember } from "./create.js";

/** @import { GameView } from "../sdk/types.js" */

/** @param {{session: import("../app/session.js").Session, past: GameView | null, lookBack: (view: GameView | null) => void}} props */
export function AfterGame({ session, past, lookBack }) {
  const { view, game } = session;
  const [fairness, setFairness] = useState("");
  const [sheet, setSheet] = useState("");
  useEffect(() => {
    if (game && view?.status === "finished") client.api.get_record({ game_id: game.id, token: game.token ?? undefined }).then((record) => setSheet(JSON.stringify(record)), () => {});
  }, [view?.status]);
  if (!view || !game) return null;
  const at = past?.version ?? view.version;
  const look = async (/** @type {number} */ version) => {
    if (version >= view.version) lookBack(null);
    else lookBack(await client.api.get_game({ game_id: game.id, at: version, token: game.token ?? undefined }));
  };
  const check = async () => {
    const faults = await game.fairnessFaults();
    setFairness(faults.length ? t("unfair", { faults: faults.join("; ") }) : t("fair"));
  };
  const again = async () => {
    const next = remember(await game.rematch());
    go(address("game", next.id));
  };
  return html`<section class="after" aria-label=${t("after_game")}>
    <h2 class="result" role="status">${resultText(view)}</h2>
    <p class="buttons">
      ${view.you && html`<button class="main" onClick=${again}>${t("rematch")}</button>`}
      <a class="button" href=${address("new", view.variant)}>${t("another")}</a>
    </p>
    <p>
      <label>
        ${t("replay")}: ${t("replay_move", { at, count: view.version })}
        <input type="range" min="1" max=${view.version} value=${at} onInput=${(/** @type {any} */ event) => look(Number(event.target.value))} />
      </label>
      ${past && html`<button onClick=${() => lookBack(null)}>${t("to_the_present")}</button>`}
    </p>
    ${sheet && html`<${Sheet} view=${view} record=${JSON.parse(sheet)} />`}
    <p>
      <button onClick=${check}>${t("check_fairness")}</button>
      <span role="status"> ${fairness}</span>
    </p>
  </section>`;
}

/** @param {GameView} view */
function resultText(view) {
  const { result } = view;
  if (!result) return t("aborted");
  if (result.winner === null) return t("tie");
  const own = view.you ? view.you.seat % 2 : null;
  return result.winner === own ? t("win") : t("lose", { name: sideName(view, result.winner) });
}

/** The line score. @param {{view: GameView, record: any}} props */
function Sheet({ view, record }) {
  const rows = record.sheet?.line_score ?? [];
  return html`<table class="line-score">
    <caption>${t("sheet")}</caption>
    <thead><tr><td></td>${rows.map((/** @type {any} */ row) => html`<th scope="col" key=${row.period}>${row.period}</th>`)}<th scope="col">=</th></tr></thead>
    <tbody>
      ${[0, 1].map(
        (side) =>
          html`<tr key=${side}>
            <th scope="row">${sideName(view, side)}</th>
            ${rows.map((/** @type {any} */ row) => html`<td key=${row.period}>${row.goals[side]}</td>`)}
            <td><strong>${view.score[side]}</strong></td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
