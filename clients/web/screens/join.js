// A friend's link: `#/join/<game>/<code>`. The code is in the part of the address that is never sent.

import { html, useEffect, useState } from "../app/html.js";
import { address, go } from "../app/router.js";
import { saved } from "../app/saved.js";
import { client } from "../app/session.js";
import { t } from "../language/index.js";
import { ownName, remember } from "./create.js";
import { ProblemNote } from "./problem.js";

/** @param {{path: string[]}} props */
export function Join({ path: [id = "", code = ""] }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [isJoining, setJoining] = useState(false);
  const [name, setName] = useState(saved.wishes.name);
  useEffect(() => {
    if (saved.games[id]) go(address("game", id), { replace: true });
  }, [id]);
  const join = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setJoining(true);
    saved.wish({ name: name.trim() });
    try {
      remember(await client.join(id, { code, name: ownName() }));
      go(address("game", id), { replace: true });
    } catch (error) {
      setProblem(error);
      setJoining(false);
    }
  };
  return html`<main class="narrow">
    <p><a href=${address()}>← ${t("home")}</a></p>
    <h1>${t("join")}</h1>
    <form onSubmit=${join}>
      <label>
        ${t("your_name")}
        <input value=${name} placeholder=${t("guest")} maxlength="40" onInput=${(/** @type {any} */ event) => setName(event.target.value)} />
      </label>
      ${problem && html`<${ProblemNote} problem=${problem} />`}
      <p><button class="main" disabled=${isJoining}>${t("join")}</button></p>
    </form>
  </main>`;
}
