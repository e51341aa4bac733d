import { html, useState } from "../app/html.js";
import { client } from "../app/session.js";
import { t } from "../language/index.js";
import { TipChoice } from "../learning/tips.js";

/** What is seldom needed: rules, resigning, and why there is no undo. @param {{session: import("../app/session.js").Session}} props */
export function Menu({ session }) {
  const [isOpen, open] = useState(false);
  const [isSure, sure] = useState(false);
  const { view, game } = session;
  if (!view || !game) return null;
  const canResign = view.you && view.status === "active";
  return html`<div class="menu">
    <button aria-expanded=${isOpen} onClick=${() => (open(!isOpen), sure(false))}>${t("menu")}</button>
    ${isOpen &&
    html`<div class="sheet">
      <p><a href=${`${client.address}/rules/players/${view.variant}`} target="_blank" rel="noopener">${t("how_to_play")}</a></p>
      <p><a href=${`${client.address}/rules/${view.variant}`} target="_blank" rel="noopener">${t("exact_rules")}</a></p>
      <p><${TipChoice} /></p>
      <p class="small">${t("no_undo")}</p>
      ${canResign &&
      (isSure
        ? html`<p>${t("really_resign")}</p>
            <button class="danger" onClick=${() => (session.ask((handle) => handle.resign()), open(false))}>${t("yes")}</button>
            <button onClick=${() => sure(false)}>${t("no")}</button>`
        : html`<button onClick=${() => sure(true)}>${t("resign")}</button>`)}
    </div>`}
  </div>`;
}
