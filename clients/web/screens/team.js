// The team that one plays for: none, one that is made up here, or one's own. It is remembered for the next games.

import { html } from "../app/html.js";
import { saved } from "../app/saved.js";
import { t } from "../language/index.js";
import { jersey } from "../table/score.js";
import { Radio } from "./fields.js";

/** @import { Schemas } from "../sdk/types.js" */
/** @typedef {Schemas["TeamRequest"]} Team */

/** The first colour is for areas, the second for a stripe; the names are made up: no club is called so. */
const COLOURS = /** @type {const} */ ({
  "kettles": ["#8a3b12", "#f7e3c4"],
  "herons": ["#0b3d91", "#f2c230"],
  "wasps": ["#f2c230", "#16161d"],
  "geese": ["#1b1b3a", "#9fd0f2"],
  "ghosts": ["#14532d", "#f4f4ef"],
  "skates": ["#b3122a", "#ffffff"],
});
/** @type {Team} */
const OWN = { name: "", colours: ["#4a2a7b", "#ffffff"] };

/** The teams that are made up here, in the language of the page. @returns {Team[]} */
const teams = () => Object.entries(COLOURS).map(([key, colours]) => ({ name: t(/** @type {`team.${keyof typeof COLOURS}`} */ (`team.${key}`)), colours: [...colours] }));
const isSame = (/** @type {Team} */ one, /** @type {Team | null} */ other) => String(one.colours) === String(other?.colours); // the name is in another language after a change

/** The team as a field of a request, if one has one. */
export const ownTeam = () => (saved.settings.team?.name ? { team: saved.settings.team } : {});

/** For a computer on the other side, in the same way: the next of the teams. */
export function rivalTeam() {
  const { team = null } = ownTeam();
  const next = teams().findIndex((one) => isSame(one, team)) + 1;
  return team && { team: teams()[next] ?? teams()[0] };
}

/** Nothing to do for who wants none: it is closed, and says which one is chosen. */
export function TeamChoice() {
  const { team } = saved.settings;
  const isOwn = team !== null && !teams().some((one) => isSame(one, team));
  const choices = /** @type {[string, Team | null, boolean][]} */ ([[t("no_team"), null, !team], ...teams().map((one) => [one.name, one, isSame(one, team)]), [t("own_team"), OWN, isOwn]]);
  const change = (/** @type {Partial<Team>} */ changes) => saved.set({ team: { ...OWN, ...team, ...changes } });
  return html`<details class="teams">
    <summary>${t("team")} <${Jersey} team=${team} /></summary>
    <fieldset>
      <legend class="unseen">${t("team")}</legend>
      ${choices.map(([words, one, isChosen]) => html`<${Radio} key=${words} name="team" isChosen=${isChosen} choose=${() => saved.set({ team: one })}>${one?.name ? html`<${Jersey} team=${one} />` : words}<//>`)}
    </fieldset>
    ${isOwn &&
    html`<label>${t("team_name")} <input value=${team.name} maxlength="24" onInput=${(/** @type {any} */ { target }) => change({ name: target.value })} onChange=${() => change({ name: team.name.trim() })} /></label>
      <label class="option">${t("team_colours")} <span>${[0, 1].map((place) => html`<input key=${place} type="color" aria-label=${`${t("team_colours")} ${place + 1}`} value=${team.colours[place]} onInput=${(/** @type {any} */ { target }) => change({ colours: team.colours.with(place, target.value) })} />`)}</span></label>`}
  </details>`;
}

/** @param {{team: Team | null}} props */
const Jersey = ({ team }) => html`<span class=${team?.name ? "jersey" : "small"} style=${team?.name ? jersey(team) : {}}>${team?.name || t("no_team")}</span>`;
