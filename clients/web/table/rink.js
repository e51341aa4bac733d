// The rink from above: two ends and centre ice, with the puck where the game has zones.

import { html } from "../app/html.js";

/** Where the puck is drawn, by zone seen from the player: own end, centre, other end, and the goals. */
export const PLACES = { own: 80, centre: 200, other: 320, own_goal: 34, other_goal: 366 };

/** @param {{puck?: keyof typeof PLACES | null, label: string, left?: string, right?: string}} props */
export function Rink({ puck = null, label, left = "", right = "" }) {
  return html`<svg class="rink" viewBox="0 0 400 150" role="img" aria-label=${label}>
    <rect class="ice" x="3" y="3" width="394" height="144" rx="46" />
    <line class="red-line" x1="200" y1="3" x2="200" y2="147" />
    <line class="blue-line" x1="142" y1="3" x2="142" y2="147" />
    <line class="blue-line" x1="258" y1="3" x2="258" y2="147" />
    <line class="goal-line" x1="34" y1="14" x2="34" y2="136" />
    <line class="goal-line" x1="366" y1="14" x2="366" y2="136" />
    <circle class="circle" cx="200" cy="75" r="26" />
    <circle class="circle" cx="84" cy="40" r="17" /><circle class="circle" cx="84" cy="110" r="17" />
    <circle class="circle" cx="316" cy="40" r="17" /><circle class="circle" cx="316" cy="110" r="17" />
    <path class="crease" d="M34 62 a13 13 0 0 1 0 26 z" /><path class="crease" d="M366 62 a13 13 0 0 0 0 26 z" />
    <rect class="net" x="22" y="64" width="12" height="22" rx="3" /><rect class="net" x="366" y="64" width="12" height="22" rx="3" />
    <text x="70" y="80">${left}</text><text x="330" y="80">${right}</text>
    ${puck && html`<circle class="puck" cx="0" cy="75" r="9" style=${{ transform: `translateX(${PLACES[puck]}px)` }} />`}
  </svg>`;
}
