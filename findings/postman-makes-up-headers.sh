#!/usr/bin/env bash
# openapi-to-postmanv2 6.3.3, with which Postman imports OpenAPI: optional headers, and examples of parameters.
#
# One expects: an optional header without an example is left out of the imported request, empty or switched off, and a
# parameter with an example has that example.
# What happens: with the default options every parameter is "<string>", whatever its example. With parametersResolution
#   "Example", those with an example have it, and an optional header without one is sent with a text made of its type
#   and least length: "string", or "stringstringstring" where at least 16 characters are wanted.
#   Conversions in one process share a cache: the options of the first count for the schemas of the second.
# Source: this run, a process for each; OPTIONS.md of the package says that schemas are "faked" (schemaFaker, on by
#   default), not that this goes for optional headers too. Seen first with 6.3.3; older ones were not tried.
# For Faceoff: everybody who tried "Create a game" with Postman had the same valid Idempotency-Key, and by it the same game
#   and its tokens. To remove the example of the header was not enough: such a text counts as no key.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts openapi-to-postmanv2@6.3.3
echo "openapi-to-postmanv2 $(node -p 'require("./node_modules/openapi-to-postmanv2/package.json").version'), Node.js $(node --version)"
cat >import.cjs <<'JS'
const { convertV2 } = require("openapi-to-postmanv2");
const text = (more) => ({ type: "string", ...more });
const data = {
  openapi: "3.0.3", info: { title: "Games", version: "1" },
  paths: { "/games/{id}": { post: {
    parameters: [
      { name: "id", in: "path", required: true, schema: text(), example: "g_1" },
      { name: "Prefer", in: "header", required: false, schema: text() },
      { name: "Idempotency-Key", in: "header", required: false, schema: text({ minLength: 16 }) },
    ],
    responses: { 200: { description: "OK" } } } } },
};
const options = JSON.parse(process.argv[2]);
convertV2({ type: "json", data }, options, (_, found) => {
  const requests = (one) => one.item?.flatMap(requests) ?? [one.request];
  const [{ url, header }] = requests(found.output[0].data);
  const sent = [...url.variable, ...header.filter((one) => !one.disabled)];
  console.log(process.argv[2], sent.map((one) => `${one.key}=${one.value}`).join(" "));
});
JS
for options in '{}' '{"parametersResolution":"Example"}'; do node import.cjs "$options"; done | tee seen
[ "$(cat seen)" = '{} id=<string> Prefer=<string> Idempotency-Key=<string>
{"parametersResolution":"Example"} id=g_1 Prefer=string Idempotency-Key=stringstringstring' ] || { echo 'It behaves otherwise now.'; exit 1; }
