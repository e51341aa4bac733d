import { html } from "../app/html.js";
import { client } from "../app/session.js";
import { t } from "../language/index.js";

/** What the service has refused, in its words, with a link to the rule. @param {{problem: any}} props */
export function ProblemNote({ problem }) {
  return html`<p class="problem" role="alert">
    <strong>${t("problem")}:</strong> ${problem.detail ?? problem.message}
    ${problem.ruleUrl && html` <a href=${`${client.address}${problem.ruleUrl}`}>${t("exact_rules")}</a>`}
  </p>`;
}
