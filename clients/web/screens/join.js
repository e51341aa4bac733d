// A friend's link, `#/join/<game>/<code>`, or a game that anyone may join, without a code. The part of the address after # is never sent.

import { html, useEffect } from "../app/html.js";
import { useAttempt, useLoaded } from "../app/loaded.js";
import { useTitle } from "../app/page.js";
import { address, go } from "../app/router.js";
import { saved } from "../app/saved.js";
import { client } from "../app/session.js";
import { language, t } from "../language/index.js";
import { Problem } from "../sdk/index.js";
import { isNamed } from "../table/score.js";
import { intend, ownPlayer } from "./create.js";
import { Page, ProblemNote } from "./problem.js";
import { OwnName } from "./settings.js";
import { TeamChoice } from "./team.js";

/** @import { Signal } from "../sdk/types.js" */

/** What the invitation is to, also if the game is private; if the code is not taken, what anyone may see, or why not. @param {string} id @param {string} code @param {Signal} options */
async function invitation(id, code, options) {
  if (!code) return client.api.get_game({ game_id: id, ...options });
  return client.api.read_invitation({ game_id: id, body: { join_code: code }, ...options }).catch((error) => {
    if (!(error instanceof Problem)) throw error;
    return client.api.get_game({ game_id: id, ...options }).catch(() => Promise.reject(error));
  });
}

/** @param {{path: string[]}} props */
export function Join({ path: [id = "", code = ""] }) {
  useTitle(t("join"));
  const what = `join ${id}`;
  const { value: view, problem: refused, isAway } = useLoaded((/** @type {Signal} */ options) => invitation(id, code, options), [id, code]);
  const variants = useLoaded((/** @type {Signal} */ { signal }) => client.variants({ signal }), [language()]).value;
  useEffect(() => {
    if (saved.games[id]) go(address("game", id), { replace: true });
  }, [id, Boolean(saved.games[id])]); // another tab may have joined
  const { isBusy, problem, attempt } = useAttempt(async () => {
    await intend(what, { joinCode: code || null, ...ownPlayer() }, (kept) => client.join(id, kept));
    go(address("game", id), { replace: true });
  });
  const variant = variants?.find(({ key }) => key === view?.variant);
  const host = view?.seats.find((seat) => seat.kind === "person" && isNamed(seat))?.name;
  const isFull = view !== null && view.status !== "open" && !saved.intents[what]; // the last seat may be one's own
  return html`<${Page} isAway=${isAway}>
    <h1>${host ? t("joining", { name: host }) : t("join")}</h1>
    ${variant && html`<p><strong>${variant.name}</strong> (${variant.presets.find(({ key }) => key === view?.preset)?.name})</p><p>${variant.summary}</p>`}
    ${refused && !saved.intents[what] ? html`<${ProblemNote} problem=${refused} />` : isFull
      ? html`<p>${t("all_seats_taken")}</p>
          <p><a class="button main" href=${address("game", id)}>${t("watch")}</a></p>`
      : html`<form onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), attempt())}>
          <${OwnName} />
          <${TeamChoice} />
          ${problem && html`<${ProblemNote} problem=${problem} />`}
          <p><button class="main" disabled=${isBusy}>${t("join")}</button></p>
        </form>`}
    ${variant && html`<p><a href=${`${client.address}${variant.links.how_to_play}`} target="_blank" rel="noopener">${t("how_to_play")}</a></p>`}
  <//>`;
}
