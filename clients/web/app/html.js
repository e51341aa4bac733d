// Preact with htm: components as functions, their markup as templates.

import htm from "../vendor/htm.js";
import { h, options, render } from "../vendor/preact.js";

export { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "../vendor/hooks.js";
export { render };

export const html = htm.bind(h);

/** When there are no frames, as behind another tab. */
const WITHOUT_FRAMES_MS = 100;
/** What a person does is drawn at once, for the next key; what arrives together is drawn once, in the next frame. @param {() => void} draw */
options.debounceRendering = (draw) => {
  if (window.event) return queueMicrotask(draw);
  const timer = setTimeout(() => (cancelAnimationFrame(frame), draw()), WITHOUT_FRAMES_MS);
  const frame = requestAnimationFrame(() => (clearTimeout(timer), draw()));
};
