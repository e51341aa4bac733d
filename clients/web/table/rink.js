// The rink from above: two ends and centre ice, with the puck where the game has zones. The player's own goal is on the left.

import { html } from "../app/html.js";

/** Where the puck is drawn, by zone seen from the player: own end, centre, other end, and the goals. */
export const PLACES = { own: 92, centre: 200, other: 308, own_goal: 50, other_goal: 350 };

/** A name that leaves room for the other. @param {string} name */
const short = (name) => (name.length > 17 ? `${name.slice(0, 16)}…` : name);

/**
 * @param {{puck?: keyof typeof PLACES | null, label: string, left?: string, right?: string, heads?: "left" | "right" | null,
 *   empty?: boolean[]}} props `heads`: which goal the side with the puck attacks; `empty`: whether the left and the right net is empty
 */
export function Rink({ puck = null, label, left = "", right = "", heads = null, empty = [false, false] }) {
  return html`<div class="rink"><svg viewBox="0 0 400 164" role="img" aria-label=${label}>
    <rect class="ice" x="3" y="3" width="394" height="140" rx="46" />
    ${puck && html`<rect class="zone" x=${puck === "centre" ? 144 : puck.startsWith("own") ? 5 : 260} y="5" width=${puck === "centre" ? 112 : 135} height="136" rx=${puck === "centre" ? 0 : 42} />`}
    <line class="red-line" x1="200" y1="3" x2="200" y2="143" />
    <line class="blue-line" x1="142" y1="3" x2="142" y2="143" /><line class="blue-line" x1="258" y1="3" x2="258" y2="143" />
    <line class="goal-line" x1="36" y1="13" x2="36" y2="133" /><line class="goal-line" x1="364" y1="13" x2="364" y2="133" />
    <circle class="circle" cx="200" cy="73" r="26" />
    <circle class="circle" cx="92" cy="38" r="17" /><circle class="circle" cx="92" cy="108" r="17" />
    <circle class="circle" cx="308" cy="38" r="17" /><circle class="circle" cx="308" cy="108" r="17" />
    <path class="crease" d="M36 58 a15 15 0 0 1 0 30 z" /><path class="crease" d="M364 58 a15 15 0 0 0 0 30 z" />
    <rect class="net" x="23" y="62" width="13" height="22" rx="3" /><rect class="net" x="364" y="62" width="13" height="22" rx="3" />
    ${!empty[0] && html`<rect class="goalie own" x="37" y="66" width="6" height="14" rx="3" />`}
    ${!empty[1] && html`<rect class="goalie other" x="357" y="66" width="6" height="14" rx="3" />`}
    <text class="own" x="24" y="159">${short(left)}</text><text class="other" x="376" y="159">${short(right)}</text>
  </svg>${puck &&
  html`<svg class="puck" viewBox="-30 60 60 26" aria-hidden="true" style=${{ transform: `translateX(${(PLACES[puck] - 30) / 0.6}%)` }}>
    ${heads && html`<path class="heads" d=${heads === "left" ? "M-14 63 L-28 73 L-14 83" : "M14 63 L28 73 L14 83"} />`}
    <ellipse cx="0" cy="75" rx="11" ry="8" /><ellipse class="top" cx="0" cy="72" rx="11" ry="7" />
  </svg>`}</div>`;
}
