// The text of an event: in words, and with its cards drawn.

import { html } from "../app/html.js";
import { t } from "../language/index.js";
import { isCard, Tiny } from "./card.js";
import { seatName, who } from "./score.js";

/** @import { Event, GameView } from "../sdk/types.js" */

/** Whose name a call comes after; empty for the announcer, and where the text names a player. @param {Event} event @param {GameView} view */
export function caller({ text, speaker }, view) {
  if (speaker === null || speaker === undefined) return "";
  const names = [t("you"), t("you").toLowerCase(), ...view.seats.flatMap(({ seat, team }) => [seatName(view, seat), ...(team ? [team.name] : [])])];
  const literal = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
  if (new RegExp(`(?<![\\p{L}\\p{N}_])(?:${literal})(?![\\p{L}\\p{N}_])`, "u").test(text)) return ""; // "Ed" is not in "Wedge"
  return who(view, speaker);
}

/** An event as a sentence, with its cards drawn: a call comes after the name of its caller. @param {{event: Event, view: GameView, most?: number}} props */
export function Told({ event, view, most = Infinity }) {
  const name = caller(event, view);
  return html`${name && html`<b>${name}: </b>`}<${EventText} event=${event} most=${most} />`;
}

/** The text of an event in words alone. @param {Event} event @param {GameView} view */
export function spoken(event, view) {
  const name = caller(event, view);
  return name ? `${name}: ${event.text}` : event.text;
}

/** The call in the words of its speaker: a text that names nobody, or what follows the sentence with the cards. @param {Event} event @param {GameView} view */
export function callOf(event, view) {
  if (caller(event, view)) return event.text;
  const last = (event.text_parts ?? []).findLastIndex(({ card }) => card);
  return event.speaker == null || last < 0 ? "" : (event.text_parts ?? []).slice(last + 1).map(({ text }) => text).join("").match(/[.!?…]\s+(.+)$/u)?.[1] ?? "";
}

/** The width of a card, in letters. */
const CARD = 3;

/** The text of an event with its cards drawn; of one longer than `most` letters what is before its colon. @param {{event: Event, most: number}} props */
const EventText = ({ event: { text, text_parts = [] }, most }) =>
  text_parts.reduce((sum, part) => sum + (part.card ? CARD : part.text.length), 0) > most ? text.split(":")[0]?.trim() :
  text_parts.length ? text_parts.map((part, place) => (isCard(part.card ?? "") ? html`<${Tiny} key=${place} code=${part.card} />` : part.text)) : text;
