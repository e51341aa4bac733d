// Where the user is: the part of the address after `#`, which no server sees.

import { useLayoutEffect, useState } from "./html.js";

/** The address as parts: `#/game/g_1` is `["game", "g_1"]`. */
export function parts() {
  return location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decoded);
}

/** A part that somebody has typed may be nothing that was encoded. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @param {...string} path */
export function address(...path) {
  return `#/${path.map(encodeURIComponent).join("/")}`;
}

/** The same as a link for other people or devices. @param {...string} path */
export const linkTo = (...path) => location.href.split("#")[0] + address(...path);

/** Go to another screen; with `replace` the browser's back button skips this one. @param {string} to @param {{replace?: boolean}} [options] */
export function go(to, { replace = false } = {}) {
  if (replace) location.replace(to);
  else location.hash = to;
}

export function useRoute() {
  const [route, setRoute] = useState(parts());
  useLayoutEffect(() => {
    // with the first drawing, so that no change is missed
    const moved = () => setRoute(parts());
    addEventListener("hashchange", moved);
    moved(); // it may have changed since it was drawn
    return () => removeEventListener("hashchange", moved);
  }, []);
  return route;
}
