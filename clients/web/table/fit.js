// Content drawn as large as its place allows: the page has one screen, whatever the size of the text and the length of the names.

import { html, useEffect, useLayoutEffect, useRef } from "../app/html.js";
import { measured } from "./measured.js";

/** Content grows only when there is room for so much more, so that it does not change its size at every move. */
const CALM = 1.15;
/** How near to the largest size it comes, and in how many tries: each is a layout. */
const NEAR = 1.03;
const MOST_TRIES = 6;
const LEAST = 0.2;

/** The factor by which an element and what is around it are enlarged. @param {HTMLElement} element */
export const scaleOf = (element) => element.getBoundingClientRect().width / element.offsetWidth || 1;

/** @param {{class: string, most?: number, as?: string, children?: unknown, [attribute: string]: unknown}} props `most`: how far it is enlarged */
export function Fit({ class: more, most = 1, as = "div", children, ...attributes }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const scale = useRef(0);
  const known = useRef("");
  /** @param {boolean} isNew @returns {import("./measured.js").Steps} */
  const fit = function* (isNew) {
    const content = /** @type {HTMLElement | null} */ (place.current?.firstElementChild);
    const { clientWidth: width = 0, clientHeight: height = 0 } = place.current ?? {};
    if (!content?.offsetHeight || !width) return;
    const sizes = () => `${most} ${width} ${height} ${content.offsetHeight} ${content.scrollWidth}`;
    if (known.current === sizes()) return;
    /** The size at which it fits with lines as long as now; smaller, they are longer. */
    const room = () => Math.max(LEAST, Math.min(most, height / content.offsetHeight, content.scrollWidth > content.offsetWidth ? width / content.scrollWidth : most));
    const before = isNew ? 0 : Math.min(most, scale.current);
    const isCalm = before === most || room() < Math.min(most, before * CALM);
    let [low, high, size] = isCalm ? [0, before, before] : [before, most, room()];
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      yield;
      content.style.setProperty("--scale", String(size));
      yield;
      const fitting = room();
      if (fitting >= size) low = size;
      else high = size;
      size = low ? Math.min(fitting, (low + high) / 2) : fitting / NEAR;
      if (low && size < low * NEAR) break;
    }
    scale.current = low || size;
    yield;
    content.style.setProperty("--scale", String(scale.current));
    yield;
    known.current = sizes();
  };
  const latest = useRef(fit);
  latest.current = fit;
  useLayoutEffect(() => measured(0, () => fit(false)));
  useEffect(() => {
    const { current } = place;
    const changes = new ResizeObserver((entries) => measured(0, () => latest.current(entries.some(({ target }) => target === current))));
    for (const element of [current, current?.firstElementChild]) if (element) changes.observe(element);
    return () => changes.disconnect();
  }, []);
  return html`<${as} ref=${place} class=${`fit ${more}`} ...${attributes}><div class="fitted">${children}</div></${as}>`;
}
