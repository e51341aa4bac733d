"""The modules of a client in one script: what each exports, what is refused, and where a line comes from."""

import json
import re
import subprocess

import pytest

from service.api.pages import WEB
from service.api.pages.bundle import BASE64, Bundle, client_files
from tests.clients.test_sdk import ENVIRONMENT


@pytest.fixture(scope="module")
def files():
    return client_files(WEB / "client")


@pytest.mark.parametrize("line", ['export * from "./table.js";', 'import "./table.js";', "export let table;"])
def test_a_module_in_a_form_that_is_not_known_is_refused(tmp_path, line):
    module = tmp_path / "module.js"
    module.write_text(f"const card = 1;\n{line}\n")
    with pytest.raises(ValueError, match=f"module.js: {re.escape(line)}"):
        Bundle(tmp_path).add(module)


def test_modules_have_names_of_their_own_and_run_after_what_they_import(tmp_path):
    for name, text in {
        "main.js": 'import { one as first } from "./a.js";\nimport two from "./b.js";\n'
        'export { three } from "./b.js";\n'
        "const loaded = 4;\nexport const sum = async () => first + two + loaded + (await import(`./${'c'}.js`)).x;\n",
        "a.js": "const x = 1;\nexport { x as one };\n",
        "b.js": "export default 2;\nexport function three() {\n  return 3;\n}\n",
        "c.js": "export const x = 5;\n",
    }.items():
        (tmp_path / name).write_text(text)
    bundle = Bundle(tmp_path)
    for name in ("main.js", "c.js"):
        bundle.add(tmp_path / name)
    asked = 'const { sum, three } = $modules["main.js"]; sum().then((sum) => console.log(sum, three()));'
    done = subprocess.run(
        ["node", "--eval", bundle.script() + asked],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=True,
        timeout=60,
    )
    assert done.stdout == "12 3\n"
    assert list(bundle.modules) == [tmp_path / name for name in ("a.js", "b.js", "main.js", "c.js")]


def test_every_module_of_the_client_is_in_one_of_the_two_scripts(files):
    names = [json.loads(files[f"{name}.js.map"])["sources"] for name in ("faceoff", "more")]
    web = WEB / "client"
    asked_for = {path.relative_to(web).as_posix() for path in web.rglob("*.js")} | {"sdk/index.js"}
    assert set(names[0]).isdisjoint(names[1])
    assert asked_for <= {*names[0], *names[1]}
    assert "screens/game.js" in names[1], "what a first visit does not need"


@pytest.mark.parametrize(
    ("script", "module", "text"),
    [
        ("faceoff.js", "app/page.js", "function focusMain() {"),
        ("faceoff.js", "language/fr.js", "fr = {"),
        ("more.js", "screens/game.js", "function GameScreen("),
    ],
)
def test_a_line_of_a_script_is_found_in_its_module(files, script, module, text):
    def line_with(lines):
        return next(number for number, line in enumerate(lines) if text in line)

    shown = json.loads(files[f"{script}.map"])
    source = line = 0
    for segment in shown["mappings"].split(";")[: line_with(files[script].decode().split("\n")) + 1]:
        if segment:
            _, sources, lines, _ = digits(segment)
            source, line = source + sources, line + lines
    assert (shown["sources"][source], line) == (module, line_with((WEB / "client" / module).read_text().split("\n")))


def digits(segment):
    """The numbers of a segment of a source map."""
    numbers, number, shift = [], 0, 0
    for letter in segment:
        five = BASE64.index(letter)
        number |= (five & 31) << shift
        shift += 5
        if not five & 32:
            numbers.append(-(number >> 1) if number & 1 else number >> 1)
            number = shift = 0
    return numbers
