// Seats whose player is away, or late: then a computer can play for them until they come back. And the time left for a decision.

import { html, useEffect, useState } from "../app/html.js";
import { now as serverNow } from "../app/session.js";
import { t } from "../language/index.js";
import { seatName } from "../table/score.js";

/** @import { GameView } from "../sdk/types.js" */
/** @typedef {{session: import("../app/session.js").Session}} Props */

/** Whether a computer can take a person's seat over. @param {GameView} view @param {number | undefined} seat */
export const canTakeOver = (view, seat) => view.status === "active" && seat !== undefined && view.seats[seat]?.kind === "person";

/** The time of the service, each second, while it matters. @param {boolean} matters */
function useNow(matters) {
  const [now, tick] = useState(serverNow());
  useEffect(() => {
    if (!matters) return undefined;
    tick(serverNow());
    const timer = setInterval(() => tick(serverNow()), 1000);
    return () => clearInterval(timer);
  }, [matters]);
  return now;
}

/** An absent player's seat can be handed to a computer; so can one's own, and then one can come back. @param {Props} props */
export function Absent({ session }) {
  const { view } = session;
  const isWaiting = Boolean(view?.you && view.status === "active" && view.asked_at && view.to_act.some((seat) => seat !== view.you?.seat));
  const now = useNow(isWaiting);
  if (!view?.you || view.status !== "active") return null;
  const own = view.you.seat;
  if (view.seats[own]?.kind === "ai") {
    return html`<p class="banner" role="status">
      ${t("computer_plays_for_you")} <button onClick=${() => session.ask((game) => game.comeBack())}>${t("come_back")}</button>
    </p>`;
  }
  if (session.connection !== "live") return null;
  const isLate = isWaiting && now - Date.parse(view.asked_at ?? "") > 1000 * view.absent_after_s;
  const isAbsent = (/** @type {number} */ seat) => isLate && view.to_act.includes(seat);
  const others = view.seats.map(({ seat }) => seat).filter((seat) => seat !== own && canTakeOver(view, seat));
  return others
    .filter((seat) => isAbsent(seat) || session.away.includes(seat))
    .map(
      (seat) =>
        html`<p key=${seat} class="banner" role="status">
        ${t(isAbsent(seat) ? "is_absent" : "is_away", { name: seatName(view, seat) })}
        ${isAbsent(seat) && html`<button onClick=${() => session.ask((game) => game.takeOver({ seat }))}>${t("hand_over")}</button>`}
      </p>`,
    );
}

/** The rest of a limited time. @param {{view: GameView}} props */
export function Countdown({ view }) {
  const now = useNow(view.deadline !== null);
  if (!view.deadline) return null;
  const left = Math.max(0, Math.ceil((Date.parse(view.deadline) - now) / 1000));
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return html`<span class=${`countdown ${left <= 10 ? "soon" : ""}`} role="timer" aria-label=${t("time_left", { time })}>⏱ ${time}</span>`;
}
