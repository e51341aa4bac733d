#!/usr/bin/env bash
# datamodel-code-generator 0.89.0: a required field with "nullable: true" of OpenAPI 3.0.
#
# One expects: "nullable: true" allows null, so the model of a field that is always there and may be null is Optional.
# What happens: a field is Optional if it is not required, whatever "nullable" says. A required one has the plain type and
#   refuses null, without a warning. With --strict-nullable "nullable" counts, for required fields.
# Source: this run; --help says "Treat default field as a non-nullable field", which names neither. Seen with 0.89.0; older
#   ones were not tried.
# For Faceoff: openapi.yaml is OpenAPI 3.0.3, and most of its fields are always there; with the defaults no game decodes.
#   docs/your-language.md names the option.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip --quiet --disable-pip-version-check install datamodel-code-generator==0.89.0 pydantic==2.12.4
venv/bin/datamodel-codegen --version
cat >games.yaml <<'YAML'
openapi: 3.0.3
info: {title: Games, version: "1"}
paths: {}
components:
  schemas:
    Game:
      type: object
      required: [winner]
      properties:
        winner: {type: integer, nullable: true}
        name: {type: string, nullable: true}
YAML
cat >read.py <<'PYTHON'
import sys
from importlib import import_module
from pydantic import ValidationError
Game = import_module(sys.argv[1]).Game
def read(game):
    try:
        Game.model_validate(game)
        return "read"
    except ValidationError:
        return "refused"
print(f"{sys.argv[1]}: required and null is {read({'winner': None})}, optional and null {read({'winner': 1, 'name': None})}")
PYTHON
for options in default --strict-nullable; do
    module=${options//-/_}
    venv/bin/datamodel-codegen --input games.yaml --input-file-type openapi --output-model-type pydantic_v2.BaseModel \
        --formatters builtin --output "$module.py" ${options/default/}
    venv/bin/python read.py "$module"
done | tee seen
[ "$(cat seen)" = 'default: required and null is refused, optional and null read
__strict_nullable: required and null is read, optional and null read' ] || { echo 'It behaves otherwise now.'; exit 1; }
