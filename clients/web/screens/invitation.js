import { html, useEffect, useMemo, useState } from "../app/html.js";
import { copy as copyText } from "../app/clipboard.js";
import { address } from "../app/router.js";
import { language, t } from "../language/index.js";

/** White around the code. */
const QUIET = 4;

/** An open game: the link for the others, and the wait. @param {{session: import("../app/session.js").Session}} props */
export function Invitation({ session }) {
  const [isCopied, copied] = useState(false);
  const { game, view } = session;
  if (!game || !view) return null;
  const { joinCode } = game;
  const link = joinCode && !view.fairness.reveal_by ? `${location.href.split("#")[0]}${address("join", game.id, joinCode)}` : "";
  const time = view.fallback_at && new Date(view.fallback_at).toLocaleTimeString(language());
  const taken = view.seats.filter(({ kind }) => kind !== "open").length;
  const others = view.seats.flatMap(({ name, kind }, seat) => (kind === "person" && seat !== view.you?.seat && name ? [name] : []));
  const copy = async () => copied(await copyText(link));
  const share = () => navigator.share({ title: "Faceoff", url: link }).catch(() => {}); // the player may change their mind
  return html`<div class="invitation">
    ${view.rematch_of_id
      ? html`<h2>${t("waiting_for_rematch", { names: others.join(", ") })}</h2>`
      : html`<h2>${t("waiting_for_players")}</h2>
          <p>${t("seats_taken", { taken, count: view.seats.length })}</p>`}
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

/** A text as a QR code, to be scanned from this screen. @param {{text: string, label: string}} props */
export function Code({ text, label }) {
  const [qr, loaded] = useState(/** @type {typeof import("../vendor/qr.js") | null} */ (null));
  useEffect(() => void import("../vendor/qr.js").then(loaded), []); // few games are shown as a code
  const [size, path] = useMemo(() => {
    if (!qr) return [0, ""];
    const code = qr.generate(text);
    const rows = Array.from({ length: code.size }, (_, y) =>
      Array.from({ length: code.size }, (_, x) => (code.get(x, y) ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")).join(""),
    );
    return [code.size + 2 * QUIET, rows.join("")];
  }, [qr, text]);
  return size > 0 && html`<svg class="code" viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${label} shape-rendering="crispEdges">
    <rect width=${size} height=${size} fill="#fff" /><path d=${path} fill="#000" />
  </svg>`;
}
