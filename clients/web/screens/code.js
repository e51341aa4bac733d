import { html, useEffect, useMemo, useState } from "../app/html.js";

const QUIET = 4;

/** A text as a QR code, to be scanned from this screen. @param {{text: string, label: string}} props */
export function Code({ text, label }) {
  const [qr, loaded] = useState(/** @type {typeof import("../vendor/qr.js") | null} */ (null));
  useEffect(() => void import("../vendor/qr.js").then(loaded), []); // few games are shown as a code
  const [size, path] = useMemo(() => {
    if (!qr) return [0, ""];
    const code = qr.generate(text);
    const rows = Array.from({ length: code.size }, (_, y) =>
      Array.from({ length: code.size }, (_, x) => (code.get(x, y) ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")).join(""),
    );
    return [code.size + 2 * QUIET, rows.join("")];
  }, [qr, text]);
  return size > 0 && html`<svg class="code" viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${label} shape-rendering="crispEdges">
    <rect width=${size} height=${size} fill="#fff" /><path d=${path} fill="#000" />
  </svg>`;
}
