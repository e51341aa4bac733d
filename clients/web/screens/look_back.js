// The game from its start: any change of it, as each seat of this browser and the spectators saw it.

import { html, useEffect, useRef, useState } from "../app/html.js";
import { t } from "../language/index.js";
import { seatName } from "../table/score.js";
import { JudgedAt, Marks } from "./analysis.js";
import { Select } from "./fields.js";

/** @import { GameView, Schemas } from "../sdk/types.js" */

const STEP_MS = 900;
const SPECTATOR = -1;

/** @param {{session: import("../app/session.js").Session, past: GameView | null, lookBack: (view: GameView | null) => void, judged: Schemas["GradedMove"][]}} props */
export function LookBack({ session, past, lookBack, judged }) {
  const { view, game } = session;
  const [eyes, setEyes] = useState(/** @type {number} */ (view?.you?.seat ?? SPECTATOR));
  const [isPlaying, setPlaying] = useState(false);
  /** The version that is on its way. */
  const [asked, askFor] = useState(/** @type {number | null} */ (null));
  const wanted = useRef(0);
  const last = view?.version ?? 1;
  const at = past?.version ?? last;
  const own = view?.you?.seat ?? SPECTATOR;
  const seats = [...new Set([own, ...Object.keys(game?.saved().tokens ?? {}).map(Number), SPECTATOR])];

  /** @param {number} version @param {number} [seen] */
  const look = async (version, seen = eyes) => {
    const to = Math.min(Math.max(version, 1), last);
    wanted.current = to;
    if (to === last && seen === own) return lookBack(null);
    askFor(to);
    await session.ask(async () => {
      const token = seen === SPECTATOR ? null : (game?.saved().tokens[seen] ?? game?.token);
      const found = await session.at(to, token);
      if (wanted.current === to) lookBack(found); // else the slider has gone on
    });
    if (wanted.current !== to) return;
    askFor(null);
    if (session.problem) setPlaying(false); // refused: it is where it was
  };
  useEffect(() => {
    if (!isPlaying) return;
    if (at >= last) return setPlaying(false);
    const timer = setTimeout(() => look(at + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, at]);
  const start = () => {
    if (at >= last) look(1);
    setPlaying(!isPlaying);
  };
  const step = (/** @type {number} */ by) => (setPlaying(false), look(at + by));

  return html`<div class=${`look-back ${past ? "away" : ""}`} role="group" aria-label=${t("replay")}>
    <p class="buttons">
      <button onClick=${() => step(-1)} disabled=${at <= 1} aria-label=${t("step_back")}>◀</button>
      <button onClick=${start} aria-pressed=${isPlaying}>${t(isPlaying ? "stop" : "watch_again")}</button>
      <button onClick=${() => step(1)} disabled=${at >= last} aria-label=${t("step_on")}>▶</button>
      ${seats.length > 1 &&
      html`<label>
        <span class="unseen">${t("seen_by")}</span>
        <${Select} value=${eyes} choices=${seats.map((seat) => [seat, seat === SPECTATOR ? t("spectators") : view ? seatName(view, seat) : ""])} set=${(/** @type {string} */ seat) => (setEyes(Number(seat)), look(at, Number(seat)))} />
      </label>`}
    </p>
    <label class="slider">
      <span class="small">${t("replay_move", { at, count: last })}</span>
      <${Marks} moves=${judged} last=${last} />
      <input type="range" min="1" max=${last} value=${asked ?? at} onInput=${(/** @type {any} */ event) => (setPlaying(false), look(Number(event.target.value)))} />
    </label>
    <${JudgedAt} moves=${judged} at=${at} />
  </div>`;
}
