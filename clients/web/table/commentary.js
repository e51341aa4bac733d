// The text of an event: in words, and with its cards drawn.

import { html } from "../app/html.js";
import { isCard, Tiny } from "./card.js";
import { seatName } from "./score.js";

/** @import { Event, GameView } from "../sdk/types.js" */

/** The name that a call comes after; empty for the announcer, and where the call has the name. @param {Event} event @param {GameView} view */
export function caller({ text, speaker }, view) {
  const name = speaker === null || speaker === undefined ? "" : seatName(view, speaker);
  const literal = name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, "u").test(text) ? "" : name; // "Ed" is not in "Wedge"
}

/** The text of an event in words alone. @param {Event} event @param {GameView} view */
export function spoken(event, view) {
  const name = caller(event, view);
  return name ? `${name}: ${event.text}` : event.text;
}

/** The text of an event with its cards drawn. @param {{event: Event}} props */
export const EventText = ({ event: { text, text_parts = [] } }) =>
  text_parts.length ? text_parts.map((part, place) => (isCard(part.card ?? "") ? html`<${Tiny} key=${place} code=${part.card} />` : part.text)) : text;
