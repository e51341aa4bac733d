import { html, useEffect, useMemo, useState } from "../app/html.js";
import { copy } from "../app/clipboard.js";
import { linkTo } from "../app/router.js";
import { language, t } from "../language/index.js";

/** White around the code. */
const QUIET = 4;

/** An open game: the link for the others, and the wait. @param {{session: import("../app/session.js").Session}} props */
export function Invitation({ session }) {
  const { game, view } = session;
  if (!game || !view) return null;
  const { joinCode } = game;
  const link = joinCode && !view.fairness.reveal_by ? linkTo("join", game.id, joinCode) : "";
  const time = view.fallback_at && new Date(view.fallback_at).toLocaleTimeString(language());
  const taken = view.seats.filter(({ kind }) => kind !== "open").length;
  const others = view.seats.flatMap(({ name, kind }, seat) => (kind === "person" && seat !== view.you?.seat && name ? [name] : []));
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
      <${LinkButtons} url=${link} main />
      <${Code} text=${link} label=${t("join_code")} />`}
  </div>`;
}

/** A link is copied, or shared where the browser does so. @param {{url: string, main?: boolean}} props */
export function LinkButtons({ url, main = false }) {
  const [isCopied, copied] = useState(false);
  const share = () => navigator.share({ title: "Faceoff", url }).catch(() => {}); // the player may change their mind
  return html`<p class="buttons">
    <button class=${main ? "main" : ""} onClick=${async () => copied(await copy(url))}>${isCopied ? t("copied") : t("copy")}</button>
    ${"share" in navigator && html`<button onClick=${share}>${t("share_link")}</button>`}
  </p>`;
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
