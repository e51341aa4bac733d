#!/usr/bin/env bash
# PyYAML 6.0.3 writes texts that every other YAML library reads as numbers.
#
# One expects: a dumper quotes a text that would be read as something else, so what safe_dump writes of a list of texts is
# read as the same texts by any YAML library.
# What happens: it quotes what YAML 1.1 takes for a number. In 1.1 a number with an exponent needs a point and a sign, so
#   5e9 is written without quotation marks; by YAML 1.2 and JSON it is 5000000000, and so yaml and js-yaml of npm read it.
#   The other way round, 1_000 and 12:30:45, which are numbers in 1.1 alone, are quoted.
# Since: 2009, when YAML 1.2 came; PyYAML implements 1.1. Source: yaml.org/spec/1.2.2, 10.3.2 and "Changes", against
#   yaml.org/type/float.html.
# For Faceoff: openapi.yaml is written by PyYAML and read by tools of npm, and ids, digests and revisions of its examples are
#   made of such letters. The contract's writer quotes those texts.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip --quiet --disable-pip-version-check install pyyaml==6.0.3
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts yaml@2.8.1 js-yaml@4.1.0
venv/bin/python -c 'import yaml; print("PyYAML", yaml.__version__)'
node -p '["yaml", "js-yaml"].map((name) => name + " " + require("./node_modules/" + name + "/package.json").version).join(", ")'
venv/bin/python -c 'import yaml; print(yaml.safe_dump(["5e9", "0o17", "1_000", "12:30:45", "1e-3"]), end="")' | tee written
node -e '
const text = require("node:fs").readFileSync("written", "utf8");
for (const name of ["yaml", "js-yaml"]) {
  const { parse, load } = require(name);
  console.log(name, JSON.stringify((parse ?? load)(text)));
}' | tee seen
[ "$(cat seen)" = 'yaml [5000000000,15,"1_000","12:30:45",0.001]
js-yaml [5000000000,15,"1_000","12:30:45",0.001]' ] || { echo 'It behaves otherwise now.'; exit 1; }
