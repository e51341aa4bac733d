// All choices for a new game: opponents, rules, details.

import { html, useState } from "../app/html.js";
import { useAttempt, useLoaded } from "../app/loaded.js";
import { useTitle } from "../app/page.js";
import { address, go } from "../app/router.js";
import { saved } from "../app/saved.js";
import { client } from "../app/session.js";
import { language, t } from "../language/index.js";
import { ComputerChoice, computerOf, ofLevel } from "./computer.js";
import { AGAIN_WITHIN_MS, create, intend, leaveWaiting, levelAbove, ownPlayer, seatsAgainst } from "./create.js";
import { Check, Option, Radio, Select } from "./fields.js";
import { changesOf, Options } from "./options.js";
import { Page, ProblemNote } from "./problem.js";
import { TeamChoice } from "./team.js";

/** @import { Schemas, Signal } from "../sdk/types.js" */
/** @typedef {"computer" | "friend" | "anyone" | "watch"} Opponent */

const OPPONENTS = /** @type {const} */ ({ computer: "against_computer", friend: "against_friend", anyone: "against_anyone", watch: "watch_computers" });
const WAIT_S = 60;
/** Milliseconds for a move of a game between computers, and their words. */
const PACES = /** @type {const} */ ([["pace_slow", 2000], ["pace_usual", 1000], ["pace_brisk", 400], ["pace_none", 0]]);
const USUAL_PACE_MS = 1000;
/** A friend's game waits for a player who has closed the page, whose seed is revealed when it is open again. */
const FRIEND_REVEALS_S = 7 * 24 * 3600;
const TIME_LIMITS_S = [0, 15, 30, 60, 180, 600];

/** @param {{path: string[]}} props */
export function NewGame({ path: [key = ""] }) {
  const { value: variant, problem, isAway } = useLoaded((/** @type {Signal} */ { signal }) => client.variant(key, { signal }), [key, language()]);
  useTitle(variant ? t("new_game", { name: variant.name }) : t("loading"));
  return html`<${Page} problem=${problem} isAway=${isAway} isLoading=${!variant && !isAway && !problem}>${variant && html`<${Choices} variant=${variant} />`}<//>`;
}

/** @param {{variant: Schemas["Variant"]}} props */
function Choices({ variant }) {
  const [preset, setPreset] = useState(variant.presets[0]?.key ?? "");
  const [opponent, setOpponent] = useState(/** @type {Opponent} */ ("computer"));
  const [first, setFirst] = useState(ofLevel(saved.settings.level));
  const [second, setSecond] = useState(ofLevel(levelAbove(variant.levels, saved.settings.level)?.key ?? saved.settings.level));
  const [options, setOptions] = useState(/** @type {Record<string, unknown>} */ ({}));
  const [pace, setPace] = useState(USUAL_PACE_MS);
  const [timeLimit, setTimeLimit] = useState(0);
  const [chosenPublic, setPublic] = useState(/** @type {boolean | null} */ (null));
  const isPublic = chosenPublic ?? opponent !== "friend";

  const chosen = variant.presets.find(({ key }) => key === preset) ?? variant.presets[0];
  const count = Number(options.seats ?? chosen?.seats ?? 2);
  const { isBusy, problem, attempt } = useAttempt(async () => {
    saved.set({ level: first.level });
    const rules = { preset, ...(Object.keys(options).length && { options }) };
    const settings = { ...rules, ...(opponent === "watch" && { watch_pace_ms: pace }), public: isPublic || opponent === "anyone", ...(timeLimit && { time_limit_s: timeLimit }), ...(opponent === "friend" && { reveal_s: FRIEND_REVEALS_S }) };
    const seats = seatsAgainst(computerOf(first), count).map((seat, place) => {
      if (opponent === "watch") return { kind: /** @type {const} */ ("ai"), ...computerOf(place % 2 ? second : first) };
      return opponent === "computer" || !place ? seat : { kind: /** @type {const} */ ("open") };
    });
    const isQuick = opponent === "anyone" && count === 2;
    if (isQuick) await leaveWaiting();
    const quick = { ...rules, ...ownPlayer(), wait_s: WAIT_S, ...computerOf(first) };
    const game =
      isQuick
        ? await intend(`quick ${variant.key} ${JSON.stringify(quick)}`, quick, (kept) => client.quick(variant.key, kept), AGAIN_WITHIN_MS)
        : await create(variant.key, { ...settings, seats, ...(opponent === "anyone" && { joinable: true }) });
    go(address("game", game.id), { replace: true });
  });

  return html`
    <h1>${t("new_game", { name: variant.name })}</h1>
    <p>${variant.summary}</p>
    <p class="links">
      <a href=${`${client.address}${variant.links.how_to_play}`}>${t("how_to_play")}</a>
      <a href=${`${client.address}${variant.links.rules}`}>${t("exact_rules")}</a>
      <a href=${address("learn", variant.key)}>${t("learn")}</a>
    </p>
    <form onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), attempt())}>
      <fieldset>
        <legend>${t("opponent")}</legend>
        ${Object.entries(OPPONENTS).map(([kind, words]) => html`<${Radio} key=${kind} name="opponent" isChosen=${opponent === kind} choose=${() => setOpponent(/** @type {Opponent} */ (kind))}>${t(words)}<//>`)}
        ${opponent === "anyone" && html`<p class="small">${t(count === 2 ? "anyone_quick" : "anyone_listed")}</p>`}
        ${opponent !== "friend" &&
        html`<${ComputerChoice} label=${t(opponent === "watch" ? "level_first" : "level")} variant=${variant} value=${first} choose=${setFirst} />`}
        ${opponent === "watch" &&
        html`<${ComputerChoice} label=${t("level_second")} variant=${variant} value=${second} choose=${setSecond} />
          <label class="level">
            ${t("pace")} <${Select} value=${pace} choices=${PACES.map(([words, ms]) => [ms, t(words)])} set=${(/** @type {string} */ ms) => setPace(Number(ms))} />
          </label>`}
      </fieldset>
      ${opponent !== "watch" && html`<${TeamChoice} />`}
      ${variant.presets.length > 1 &&
      html`<fieldset>
        <legend>${t("preset")}</legend>
        ${variant.presets.map(
          ({ key, name, description, seats }) =>
            html`<${Radio} key=${key} name="preset" isChosen=${preset === key} choose=${() => (setPreset(key), setOptions({}))}>
              <span><strong>${name}</strong>${seats > 2 && ` (${t("seats", { count: seats })})`}<br /><span class="small">${description}</span></span>
            <//>`,
        )}
      </fieldset>`}
      <details>
        <summary>${t("options")}</summary>
        ${opponent !== "watch" &&
        html`<${Option} title=${t("time_limit")} text=${t("time_limit_text")}>
          <${Select} value=${timeLimit} choices=${TIME_LIMITS_S.map((limit) => [limit, limitText(limit)])} set=${(/** @type {string} */ limit) => setTimeLimit(Number(limit))} />
        <//>`}
        ${opponent !== "anyone" &&
        html`<${Option} title=${t("public")} text=${t("public_text")}><${Check} checked=${isPublic} set=${setPublic} /><//>`}
        <${Options}
          key=${preset}
          schemas=${variant.options}
          values=${{ ...chosen?.options, ...options }}
          change=${(/** @type {Record<string, unknown>} */ values) => setOptions(changesOf(values, chosen?.options ?? {}))}
        />
      </details>
      ${problem && html`<${ProblemNote} problem=${problem} options=${variant.options} />`}
      <p><button class="main" disabled=${isBusy}>${t("start")}</button></p>
    </form>
  `;
}

/** @param {number} limit seconds; 0 for none */
function limitText(limit) {
  const [count, unit] = limit < 60 ? [limit, "second"] : [limit / 60, "minute"];
  return limit ? new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "long" }).format(count) : t("no_limit");
}
