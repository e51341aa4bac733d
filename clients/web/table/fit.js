// Content drawn as large as its place allows: the page has one screen, whatever the size of the text and the length of the names.

import { html, useEffect, useLayoutEffect, useRef } from "../app/html.js";

const STEP = 0.93;
/** Of the steps, the smallest a tenth: which fits is found by halving. */
const HALF = 16;
/** Content grows only when there is room for this many steps, so that it does not change its size at every move. */
const CALM_STEPS = 2;

/** The factor by which an element and what is around it are enlarged. @param {HTMLElement} element */
export const scaleOf = (element) => element.getBoundingClientRect().width / element.offsetWidth || 1;

/** @param {{class: string, most?: number, as?: string, children?: unknown, [attribute: string]: unknown}} props `most`: how far it is enlarged */
export function Fit({ class: more, most = 1, as = "div", children, ...attributes }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const scale = useRef(0);
  const known = useRef("");
  const fit = (/** @type {boolean} */ isNew) => {
    const content = /** @type {HTMLElement | null} */ (place.current?.firstElementChild);
    if (!place.current || !content) return;
    const { clientWidth, clientHeight } = place.current;
    const sizes = () => `${clientWidth} ${clientHeight} ${content.offsetHeight} ${content.scrollWidth}`;
    if (known.current === sizes()) return; // each try below is a layout
    const fits = (/** @type {number} */ size) => {
      content.style.setProperty("--scale", String(size));
      return content.offsetHeight * size <= clientHeight && content.scrollWidth <= content.offsetWidth && clientWidth > 0;
    };
    const isCalm = !isNew && scale.current && (scale.current >= most || !fits(Math.min(most, scale.current / STEP ** CALM_STEPS))) && fits(scale.current);
    if (!isCalm) {
      let step = 0;
      for (let half = HALF; half; half >>= 1) if (!fits(most * STEP ** (step + half - 1))) step += half;
      fits((scale.current = most * STEP ** step));
    }
    known.current = sizes();
  };
  useLayoutEffect(() => fit(false));
  useEffect(() => {
    const { current } = place;
    const changes = new ResizeObserver((entries) => fit(entries.some(({ target }) => target === current)));
    for (const element of [current, current?.firstElementChild]) if (element) changes.observe(element);
    return () => changes.disconnect();
  }, []);
  return html`<${as} ref=${place} class=${`fit ${more}`} ...${attributes}><div class="fitted">${children}</div></${as}>`;
}
