import { html } from "../app/html.js";
import { client } from "../app/session.js";
import { Problem } from "../sdk/index.js";
import { t } from "../language/index.js";

/** What the service has refused, in its words, with a link to the rule; or that it does not answer. @param {{problem: Error | null}} props */
export function ProblemNote({ problem }) {
  if (!(problem instanceof Problem)) return html`<p class="problem" role="alert">${t("unreachable")}</p>`;
  return html`<p class="problem" role="alert">
    <strong>${t("problem")}:</strong> ${problem.detail || problem.message}
    ${problem.ruleUrl && html` <a href=${`${client.address}${problem.ruleUrl}`}>${t("exact_rules")}</a>`}
  </p>`;
}
