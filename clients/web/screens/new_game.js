// All choices for a new game: rules, opponents, details.

import { html, useEffect, useState } from "../app/html.js";
import { address, go } from "../app/router.js";
import { saved } from "../app/saved.js";
import { client } from "../app/session.js";
import { language, t } from "../language/index.js";
import { create, ownName, remember } from "./create.js";
import { Options, changesOf } from "./options.js";
import { ProblemNote } from "./problem.js";

/** @import { Schemas } from "../sdk/types.js" */
/** @typedef {"computer" | "friend" | "anyone" | "watch"} Opponent */

const OPPONENTS = /** @type {const} */ ({ computer: "against_computer", friend: "against_friend", anyone: "against_anyone", watch: "watch_computers" });
const WAIT_S = 60;

/** @param {{path: string[]}} props */
export function NewGame({ path: [key = ""] }) {
  const [variant, setVariant] = useState(/** @type {Schemas["Variant"] | null} */ (null));
  const [preset, setPreset] = useState("");
  const [opponent, setOpponent] = useState(/** @type {Opponent} */ ("computer"));
  const [level, setLevel] = useState(saved.wishes.level);
  const [second, setSecond] = useState(saved.wishes.level);
  const [options, setOptions] = useState(/** @type {Record<string, unknown>} */ ({}));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [isStarting, setStarting] = useState(false);
  useEffect(() => {
    client.variant(key).then(
      (found) => {
        setVariant(found);
        setPreset(found.presets[0]?.name ?? "");
      },
      (error) => setProblem(error),
    );
  }, [key, language()]);
  if (!variant) return html`<main>${problem ? html`<${ProblemNote} problem=${problem} />` : html`<p role="status">${t("loading")}</p>`}</main>`;

  const chosen = variant.presets.find(({ name }) => name === preset) ?? variant.presets[0];
  const count = Number(options.seats ?? chosen?.seats ?? 2);
  const start = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setStarting(true);
    setProblem(null);
    saved.wish({ level });
    const rules = { preset, ...(Object.keys(options).length && { options }) };
    const person = { kind: /** @type {const} */ ("person"), name: ownName() };
    /** @param {number} of */
    const computer = (of) => ({ kind: /** @type {const} */ ("ai"), level: of });
    const others = Array(count - 1).fill(opponent === "computer" ? computer(level) : { kind: "open" });
    const both = Array.from({ length: count }, (_, seat) => computer(seat % 2 ? second : level));
    try {
      const game =
        opponent === "anyone"
          ? remember(await client.quick(key, { ...rules, name: ownName(), wait_s: WAIT_S, level }))
          : await create(key, { ...rules, seats: opponent === "watch" ? both : [person, ...others] });
      go(address("game", game.id), { replace: true });
    } catch (error) {
      setProblem(error);
      setStarting(false);
    }
  };

  return html`<main class="narrow">
    <p><a href=${address()}>← ${t("back")}</a></p>
    <h1>${t("new_game", { name: variant.name })}</h1>
    <p>${variant.summary}</p>
    <p>
      <a href=${`${client.address}${variant.links.how_to_play}`}>${t("how_to_play")}</a> ·
      <a href=${`${client.address}${variant.links.rules}`}>${t("exact_rules")}</a>
    </p>
    <form onSubmit=${start}>
      <fieldset>
        <legend>${t("opponent")}</legend>
        ${Object.entries(OPPONENTS)
          .filter(([kind]) => kind !== "anyone" || count === 2)
          .map(
            ([kind, words]) =>
              html`<label key=${kind}>
                <input type="radio" name="opponent" checked=${opponent === kind} onChange=${() => setOpponent(/** @type {Opponent} */ (kind))} />
                ${t(words)}
              </label>`,
          )}
        ${opponent !== "friend" && html`<${LevelChoice} label=${t("level")} levels=${variant.levels} value=${level} choose=${setLevel} />`}
        ${opponent === "watch" && html`<${LevelChoice} label=${t("level_second")} levels=${variant.levels} value=${second} choose=${setSecond} />`}
      </fieldset>
      ${variant.presets.length > 1 &&
      html`<fieldset>
        <legend>${t("preset")}</legend>
        ${variant.presets.map(
          ({ name, description }) =>
            html`<label key=${name}>
              <input type="radio" name="preset" checked=${preset === name} onChange=${() => (setPreset(name), setOptions({}))} />
              <strong>${name.replaceAll("_", " ")}</strong> ${description}
            </label>`,
        )}
      </fieldset>`}
      <details>
        <summary>${t("options")}</summary>
        <${Options} key=${preset} schemas=${variant.options} values=${{ ...chosen?.options, ...options }} change=${(/** @type {any} */ values) =>
          setOptions(changesOf(values, chosen?.options ?? {}))} />
      </details>
      ${problem && html`<${ProblemNote} problem=${problem} />`}
      <p><button class="main" disabled=${isStarting}>${t("start")}</button></p>
    </form>
  </main>`;
}

/** @param {{label: string, levels: Schemas["Level"][], value: number, choose: (level: number) => void}} props */
function LevelChoice({ label, levels, value, choose }) {
  return html`<label class="level">
    ${label}
    <select value=${value} onChange=${(/** @type {any} */ event) => choose(Number(event.target.value))}>
      ${levels.map(
        ({ level, name, strength }) =>
          html`<option key=${level} value=${level}>${strength ? t("level_strength", { name, elo: strength.elo ?? "?" }) : name}</option>`,
      )}
    </select>
  </label>`;
}
