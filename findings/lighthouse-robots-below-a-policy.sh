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
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts lighthouse@13.5.0
echo "Lighthouse $(node -p 'require("./node_modules/lighthouse/package.json").version'), Node.js $(node --version), $("$CHROME_PATH" --version)"
cat >marks.mjs <<'JS'
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { promisify } from "node:util";

const page = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Rules</title><meta name="viewport" content="width=device-width"><meta name="description" content="How it is played"></head><body><h1>Rules</h1><p>Each plays a card.</p></body></html>';
const policies = { "/closed": "default-src 'none'", "/open": "default-src 'none'; connect-src 'self'" };
const server = createServer(({ url }, response) => {
  if (!policies[url]) return response.writeHead(404).end();
  response.writeHead(200, { "Content-Security-Policy": policies[url], "Content-Type": "text/html" }).end(page);
}).listen(18170, "127.0.0.1");
for (const [path, policy] of Object.entries(policies)) {
  const options = ["--quiet", "--only-categories=seo", "--output=json", "--chrome-flags=--headless=new --no-sandbox"];
  const cli = ["node_modules/lighthouse/cli/index.js", `http://127.0.0.1:18170${path}`, ...options];
  const { categories, audits } = JSON.parse((await promisify(execFile)(process.execPath, cli, { maxBuffer: 1e8 })).stdout);
  const { scoreDisplayMode, explanation = "" } = audits["robots-txt"];
  console.log(`${policy}: mark ${Math.round(100 * categories.seo.score)}, robots.txt ${scoreDisplayMode} ${explanation}`);
}
server.close();
server.closeAllConnections();
JS
seen=$(node marks.mjs)
echo "$seen"
[[ $seen == *"'none': mark 91, robots.txt binary"*"'self': mark 100, robots.txt notApplicable"* ]] || { echo 'It behaves otherwise now.'; exit 1; }
