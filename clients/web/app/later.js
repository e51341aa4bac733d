// What is drawn in the frame after the rest, so that no frame of a slow phone is too long.

import { useLayoutEffect, useReducer, useRef } from "./html.js";

/**
 * Its content as it was, until what is around it has been painted; after what a person does the new content at once.
 * @param {{children?: unknown, isNew?: boolean, drawn?: () => void}} props `isNew`: at first there is nothing; `drawn`: called when it has changed, once the content is drawn
 */
export function Later({ children, isNew = false, drawn = undefined }) {
  const [, again] = useReducer((/** @type {number} */ count) => count + 1, 0);
  const kept = useRef({ children: isNew ? null : children, drawn });
  if (window.event) kept.current = { children, drawn };
  useLayoutEffect(() => {
    if (kept.current.children === children) return undefined;
    const timer = setTimeout(() => {
      kept.current = { children, drawn }; // the drawing of a frame ends with its painting
      again(undefined);
    });
    return () => clearTimeout(timer);
  }, [children]);
  const { current } = kept;
  useLayoutEffect(() => current.drawn?.(), [current.drawn]);
  return current.children;
}
