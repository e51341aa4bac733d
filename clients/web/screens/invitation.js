import { html, useState } from "../app/html.js";
import { address } from "../app/router.js";
import { t } from "../language/index.js";
import { Code } from "./code.js";

/** An open game: the link for the others, and the wait. @param {{session: import("../app/session.js").Session}} props */
export function Invitation({ session }) {
  const [isCopied, copied] = useState(false);
  const { game, view } = session;
  if (!game || !view) return null;
  const { joinCode } = game;
  const link = joinCode && !view.fairness.reveal_by ? `${location.href.split("#")[0]}${address("join", game.id, joinCode)}` : "";
  const time = view.fallback_at && new Date(view.fallback_at).toLocaleTimeString();
  const taken = view.seats.filter(({ kind }) => kind !== "open").length;
  const copy = () => navigator.clipboard?.writeText(link).then(() => copied(true));
  const share = () => navigator.share({ title: "Faceoff", url: link }).catch(() => {}); // the player may think better of it
  return html`<div class="invitation">
    <h2>${t("waiting_for_players")}</h2>
    <p>${t("seats_taken", { taken, count: view.seats.length })}</p>
    ${time && html`<p>${t("computer_next", { time })}</p>`}
    ${view.joinable && html`<p>${t("anyone_may_join")}</p>`}
    ${link &&
    !time &&
    html`<p>${t("invite")}</p>
      <p><input class="link" readonly value=${link} aria-label=${t("join_link")} onFocus=${(/** @type {any} */ event) => event.target.select()} /></p>
      <p class="buttons">
        <button class="main" onClick=${copy}>${isCopied ? t("copied") : t("copy")}</button>
        ${"share" in navigator && html`<button onClick=${share}>${t("share_link")}</button>`}
      </p>
      <${Code} text=${link} label=${t("join_code")} />`}
  </div>`;
}
