import { html } from "../app/html.js";
import { useAttempt } from "../app/loaded.js";
import { address } from "../app/router.js";
import { client } from "../app/session.js";
import { Problem } from "../sdk/index.js";
import { t } from "../language/index.js";

/** The words of a refusal, without ids, and with the option named as in the form. @param {Problem} problem @param {Record<string, {title?: string}>} options */
function wordsOf({ code, title, detail, message, errors: [error] }, options) {
  if (code === "game/not_found") return t("not_found");
  const [, name = ""] = /^\/options\/(\w+)/.exec(error?.pointer ?? "") ?? [];
  const option = options[name]?.title;
  const words = /g_[a-z2-7]{20}/.test(detail) ? title : detail || message;
  return option ? words.replace(/^options\.\w+(\[\d+\])?/, option) : words;
}

/**
 * The refusal of the service, in its words, with a link to the rule; or that it does not answer.
 * @param {{problem: Error | null, options?: Record<string, {title?: string}>}} props
 */
export function ProblemNote({ problem, options = {} }) {
  if (!(problem instanceof Problem)) return html`<p class="problem" role="alert">${t("unreachable")}</p>`;
  return html`<p class="problem" role="alert">
    <strong>${t("problem")}:</strong> ${wordsOf(problem, options)}
    ${problem.ruleUrl && html` <a href=${`${client.address}${problem.ruleUrl}`}>${t("exact_rules")}</a>`}
  </p>`;
}

/** A button that asks something of the service, and why that was refused. @param {{act: () => Promise<void>, children?: unknown, [attribute: string]: unknown}} props */
export function Attempt({ act, children, ...attributes }) {
  const { isBusy, problem, attempt } = useAttempt(act);
  return html`<button disabled=${isBusy} onClick=${attempt} ...${attributes}>${children}</button>${problem && html`<${ProblemNote} problem=${problem} />`}`;
}

/**
 * A screen that is no table: the way back, and how it stands with what is shown.
 * @param {{problem?: Error | null, isAway?: boolean, isLoading?: boolean, children?: unknown}} props
 */
export const Page = ({ problem = null, isAway = false, isLoading = false, children }) =>
  html`<main id="main" class="narrow">
    <p><a class="button" href=${address()}>← ${t("home")}</a></p>
    ${isAway && html`<p class="banner" role="status">${t("reconnecting")}</p>`}
    ${problem && html`<${ProblemNote} problem=${problem} />`}
    ${isLoading && html`<p role="status">${t("loading")}</p>`}
    ${children}
  </main>`;
