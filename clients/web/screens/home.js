// The start: choose a game, go on with one, or watch one.

import { html, useEffect, useState } from "../app/html.js";
import { address, go } from "../app/router.js";
import { saved } from "../app/saved.js";
import { client } from "../app/session.js";
import { LANGUAGES, language, maybe, t } from "../language/index.js";
import { create } from "./create.js";

/** @import { Schemas } from "../sdk/types.js" */

const WATCHED = 6;

export function Home() {
  const [variants, setVariants] = useState(/** @type {Schemas["VariantSummary"][]} */ ([]));
  const [games, setGames] = useState(/** @type {Schemas["GameSummary"][] | null} */ (null));
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    const load = async () => {
      try {
        setVariants(await client.variants(abort));
        setGames((await client.api.list_games({ status: "active", limit: WATCHED, ...abort })).games);
        setAway(false);
      } catch {
        if (abort.signal.aborted) return;
        setAway(true);
        setTimeout(load, 1500);
      }
    };
    load();
    return () => abort.abort();
  }, [language()]);

  return html`
    <header class="top">
      <h1><img src="client/icon.svg" alt="" width="40" height="40" /> Faceoff</h1>
      <p>${t("tagline")}</p>
      <${Wishes} />
    </header>
    <main>
      ${isAway && html`<p class="banner" role="status">${t("reconnecting")}</p>`}
      <${OwnGames} />
      <h2>${t("games")}</h2>
      <ul class="games">
        ${variants.map((variant) => html`<${GameCard} key=${variant.key} variant=${variant} />`)}
      </ul>
      <h2>${t("public_games")}</h2>
      ${games?.length
        ? html`<ul class="rows">
            ${games.map(
              (game) =>
                html`<li key=${game.id}>
                  <a href=${address("game", game.id)}>${variants.find(({ key }) => key === game.variant)?.name ?? game.variant}: ${names(game)}</a>
                  <span>${game.score.join(" : ")}</span>
                </li>`,
            )}
          </ul>`
        : html`<p>${games ? t("no_public_games") : t("loading")}</p>`}
    </main>
  `;
}

/** @param {Schemas["GameSummary"]} game */
const names = (game) => game.seats.map(({ name }) => name || "…").join(" – ");

/** @param {{variant: Schemas["VariantSummary"]}} props */
function GameCard({ variant }) {
  const [isStarting, start] = useState(false);
  const play = async () => {
    start(true);
    try {
      go(address("game", (await create(variant.key, { level: saved.wishes.level })).id));
    } catch {
      start(false);
    }
  };
  const minutes = maybe(`minutes.${variant.key}`, "");
  return html`<li class="game">
    <img src=${`client/pictures/${variant.key}.svg`} alt="" width="320" height="120" loading="lazy" />
    <h3>${variant.name}</h3>
    <p>${variant.summary}</p>
    ${minutes && html`<p class="small">${t("how_long", { minutes })}</p>`}
    <p class="buttons">
      <button class="main" disabled=${isStarting} onClick=${play} aria-label=${`${t("play_now")}: ${variant.name}`}>${t("play_now")}</button>
      <a class="button" href=${address("new", variant.key)} aria-label=${`${t("more_choices")}: ${variant.name}`}>${t("more_choices")}</a>
      <a href=${`${client.address}${variant.links.how_to_play}`} aria-label=${`${t("how_to_play")}: ${variant.name}`}>${t("how_to_play")}</a>
    </p>
  </li>`;
}

function OwnGames() {
  const own = Object.values(saved.games)
    .filter(({ isOver }) => !isOver)
    .sort((one, other) => other.at - one.at);
  if (!own.length) return null;
  return html`<h2>${t("go_on")}</h2>
    <ul class="rows">
      ${own.slice(0, WATCHED).map(
        ({ saved: { id }, title, variant }) =>
          html`<li key=${id}>
            <a href=${address("game", id)}>${title}</a><span>${variant}</span>
            <button onClick=${() => saved.forget(id)} aria-label=${`${t("forget")}: ${title}`}>${t("forget")}</button>
          </li>`,
      )}
    </ul>`;
}

function Wishes() {
  return html`<form class="wishes" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
    <label>
      ${t("your_name")}
      <input
        value=${saved.wishes.name}
        placeholder=${t("guest")}
        maxlength="40"
        autocomplete="nickname"
        onChange=${(/** @type {any} */ event) => saved.wish({ name: event.target.value.trim() })}
      />
    </label>
    <label>
      ${t("language")}
      <select value=${language()} onChange=${(/** @type {any} */ event) => saved.wish({ language: event.target.value })}>
        ${Object.entries(LANGUAGES).map(([code, { name }]) => html`<option key=${code} value=${code} lang=${code}>${name}</option>`)}
      </select>
    </label>
  </form>`;
}
