// Preact with htm: components as functions, their markup as templates.

import htm from "../vendor/htm.js";
import { Fragment, h, render } from "../vendor/preact.js";

export { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "../vendor/hooks.js";
export { Fragment, render };

export const html = htm.bind(h);
