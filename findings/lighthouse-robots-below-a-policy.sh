#!/usr/bin/env bash
# Lighthouse 13.5.0: the mark for search of a page whose Content-Security-Policy lets nothing connect.
#
# One expects: whether a site has a robots.txt does not depend on a page's own policy, which a search engine does not read either; a
#   site without the file (404) loses nothing.
# What happens: Lighthouse has the page's frame load robots.txt (Network.loadNetworkResource), so that `default-src 'none'` blocks it.
#   That is not taken as a file that is not there: the audit fails, and the mark is 91. With `connect-src 'self'` the same page has 100.
# Source: this run. Older versions were not tried.
# For Faceoff: pages without scripts lost as much. Their policy has `connect-src 'self'` (service/api/routes/pages.py), which
#   nothing on such a page can use.
# It needs a Chromium with its libraries: the package chromium-headless-shell or chromium of Debian, or CHROME_PATH.
set -euo pipefail
export CHROME_PATH="${CHROME_PATH:-$(command -v chromium-headless-shell || command -v chromium)}"
folder=$(mktemp -d); trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts lighthouse@13.5.0
echo "Lighthouse $(node -p 'require("./node_modules/lighthouse/package.json").version'), Node.js $(node --version), $("$CHROME_PATH" --version)"
cat >serve.mjs <<'JS'
import { createServer } from "node:http";
const page = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Rules</title><meta name="viewport" content="width=device-width"><meta name="description" content="How it is played"></head><body><h1>Rules</h1><p>Each plays a card.</p></body></html>';
createServer(({ url }, response) => {
  if (url !== "/closed" && url !== "/open") return response.writeHead(404).end();
  response.setHeader("Content-Security-Policy", `default-src 'none'${url === "/open" ? "; connect-src 'self'" : ""}`);
  response.setHeader("Content-Type", "text/html").end(page);
}).listen(18170, "127.0.0.1");
JS
node serve.mjs & sleep 1
mark() {
  npx --no lighthouse "http://127.0.0.1:18170/$1" --quiet --only-categories=seo --output=json --output-path="$1.json" \
    --chrome-flags="--headless=new --no-sandbox" >/dev/null 2>&1
  node -p 'const r = require(process.argv[1]); const a = r.audits["robots-txt"]; `mark ${Math.round(100 * r.categories.seo.score)}, robots.txt ${a.scoreDisplayMode} ${a.score} ${a.explanation ?? ""}`.trim()' "./$1.json"
}
closed=$(mark closed); open=$(mark open)
echo "default-src 'none':                     $closed"
echo "default-src 'none'; connect-src 'self': $open"
[[ $closed == "mark 91, robots.txt binary 0"* ]] && [[ $open == "mark 100, robots.txt notApplicable"* ]] || { echo 'It behaves otherwise now.'; exit 1; }
