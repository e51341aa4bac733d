"""Which faults are planted."""

import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import bench.mutants
from bench.mutants import (
    AREAS,
    TIME,
    Area,
    Copy,
    Mutant,
    Unstable,
    lua_edits,
    mutants,
    probed,
    python_edits,
)
from bench.tests_of import GAMES, IN_THE_GUIDE, ROOT

SCRIPT = """\
-- KEYS  1 hash  2 index
local now = now_ms()
if not redis.call('ZSCORE', KEYS[2], ARGV[1]) then
  return 0
end
redis.call('ZADD', KEYS[2], 'XX', now + 500, math.min(ARGV[1],
  7))
return 'ok'
"""
MODULE = """\
def price(count: int, is_member: bool) -> int:
    if is_member and not count <= 3:
        log.info("many")
        note(count)
    return count * 5 - 1 if is_member else "a - b"
"""


def changes(edits, text):
    return {(text[start:end].strip(), new) for start, end, new in edits(text)}


def test_a_script_gets_faults_of_every_kind_but_not_in_comments_or_texts():
    statement = "redis.call('ZADD', KEYS[2], 'XX', now + 500, math.min(ARGV[1],\n  7))"
    assert changes(lua_edits, SCRIPT) == {
        *{
            ("not", ""),
            ("'XX',", ""),
            ("+", "-"),
            ("500", "50"),
            ("min", "max"),
            ("7", "8"),
            ("0", "1"),
            ("'ok'", "'-'"),
        },
        (statement, ""),
    }


def test_a_module_gets_faults_of_every_kind_but_not_in_what_is_logged():
    assert changes(python_edits, MODULE) == {
        *{
            ("and", "or"),
            ("<=", "<"),
            ("3", "4"),
            ("not count <= 3", "count <= 3"),
            ("note(count)", "pass"),
            ("5", "6"),
            ("-", "+"),
            ("1", "0"),
        },
        *{("is_member and not count <= 3", "not (is_member and not count <= 3)"), ("is_member", "not (is_member)")},
    }


def test_types_guards_and_numbers_of_speed_get_no_faults():
    module = """\
MOST_REMEMBERED: Final = 256
SEATS: Final[Literal[2]] = 3
if TYPE_CHECKING:
    x = 4


@dataclass(frozen=True, kw_only=True)
class Card:
    pass


@lru_cache(maxsize=9)
def none():
    pass


def first(cards: "tuple[Literal[5], ...]" = (), *, at: Literal[6] = 7) -> Literal[8]:
    assert isinstance(cards, tuple)
    return cards
"""
    assert {text for text, _ in changes(python_edits, module)} == {"3", "7"}


def test_a_game_is_tried_with_its_own_tests_and_a_shared_module_with_those_of_one_and_then_of_all():
    for game in GAMES:
        rules = Path(f"engines/{game}/rules.py")
        chosen, *tests = AREAS["engines"].tests(rules)
        assert tests == [
            f"tests/{game}/test_rulings.py",
            f"tests/{game}/test_rules.py",
            f"tests/{game}",
            "tests/engines",
        ]
        assert set(re.findall(r"not (\w+)", chosen)) == {other for other in GAMES if other not in game}
        assert AREAS["engines"].further(rules)[1:] == ["tests/service/api/test_contract.py"]
    assert AREAS["ai"].tests(Path("ai/search/ismcts.py"))[1:] == ["tests/hockey/test_computers.py", "tests/ai"]
    assert AREAS["ai"].further(Path("ai/search/ismcts.py")) == ["tests/ai"]


def test_the_defaults_of_settings_are_tried_with_the_guide_that_has_them():
    assert set(IN_THE_GUIDE["config"]) <= set(AREAS["service"].tests(Path("service/config.py")))


def test_every_fault_is_another_text_and_is_looked_for_by_tests_that_exist():
    for name, only in (("scripts", ""), ("service", "store/bots"), ("engines", "fields"), ("ai", "hockey/encoder")):
        found = mutants(AREAS[name], only)
        assert len({(mutant.path, mutant.text) for mutant in found}) == len(found) > 10
        paths = {mutant.path for mutant in found}
        tests = {test for path in paths for test in AREAS[name].tests(path) if not test.startswith("-")}
        assert [test for test in tests if not (ROOT / test.partition("::")[0]).exists()] == []


FAULT = Mutant(Path("price.py"), 1, "PRICE = 1", "PRICE = 2", "PRICE = 2\n")


class Shop(Copy):
    """Three files of tests. ``seconds`` of a test with the fault and without it; those of ``failing`` fail."""

    def __init__(self, folder, seconds, failing=()):
        area = Area("*.py", python_edits, lambda _path: ["tests/test_total.py"], lambda _path: ["tests"], test_s=100)
        super().__init__(folder, area)
        self.seconds, self.failing, self.asked = seconds, failing, []

    def _failing(self, arguments, limit_s, test_s):
        has_fault = (self.folder / "price.py").read_text() == FAULT.text
        self.asked.append((has_fault, *arguments))
        for test in arguments:
            if (self.seconds[0 if has_fault else 1] if "total" in test else 1) > test_s:
                return f"{TIME} tests/test_total.py::test_total[of two]"
            if (has_fault, test) in self.failing:
                return f"{test}::test_total[of two]" if has_fault else test
        return ""


@pytest.fixture
def tree(tmp_path, monkeypatch):
    (tmp_path / "tree" / "tests").mkdir(parents=True)
    (tmp_path / "tree" / "price.py").write_text("PRICE = 1\n")
    for name, size in (("long", 3), ("short", 1), ("total", 2)):
        (tmp_path / "tree" / "tests" / f"test_{name}.py").write_text(size * "#")
    monkeypatch.setattr(bench.mutants, "ROOT", tmp_path / "tree")
    return tmp_path


@pytest.mark.parametrize(("without_s", "is_noticed"), [(20, True), (60, False)])
def test_a_test_that_takes_too_long_notices_a_fault_unless_the_machine_is_busy(without_s, is_noticed, tree):
    shop = Shop(tree, (200, without_s))
    assert shop.noticed_by(FAULT) == (f"{TIME} tests/test_total.py::test_total[of two]" if is_noticed else "")
    assert shop.asked[:2] == [(True, "tests/test_total.py"), (False, "tests/test_total.py::test_total")]


def test_further_tests_run_when_the_near_ones_notice_nothing_the_shortest_file_first(tree):
    shop = Shop(tree, (1, 1))
    assert shop.noticed_by(FAULT) == ""
    assert shop.asked == [(True, "tests/test_total.py"), (True, "tests/test_short.py", "tests/test_long.py")]


def test_a_test_that_fails_without_the_fault_too_notices_nothing(tree):
    noticed = Shop(tree, (1, 1), [(True, "tests/test_total.py")])
    assert noticed.noticed_by(FAULT) == "tests/test_total.py::test_total[of two]"
    assert noticed.asked[1:] == [(False, "tests/test_total.py::test_total")]
    both = [(True, "tests/test_total.py"), (False, "tests/test_total.py::test_total")]
    with pytest.raises(Unstable, match=r"tests/test_total\.py::test_total"):
        Shop(tree / "other", (1, 1), both).noticed_by(FAULT)


@pytest.mark.parametrize(
    ("text", "noticed"),
    [("assert PRICE == 1", ""), ("while PRICE == 2: sleep(0.1)", f"{TIME} ")],
    ids=["fails", "never ends"],
)
def test_a_copy_runs_real_tests(tree, text, noticed):
    module = f"from time import sleep\n\nfrom price import PRICE\n\n\ndef test_price():\n    {text}\n"
    (tree / "tree" / "tests" / "test_total.py").write_text(module)
    (tree / "tree" / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\npythonpath = "."\naddopts = "--disable-plugin-autoload -p pytest_timeout"\n'
    )
    area = Area("*.py", python_edits, lambda _path: ["tests/test_total.py"], test_s=8)
    assert Copy(tree / "copy", area).noticed_by(FAULT) == f"{noticed}tests/test_total.py::test_price"


def test_a_probe_notes_when_a_line_of_a_function_is_about_to_be_carried_out(monkeypatch):
    module = """\
LIMIT = 4
def price(count):
    "What is asked."
    if count > 9:
        return 1
    elif count > LIMIT:
        @cached
        def half():
            return (
                count
            )
        return half()
    match count:
        case 0:
            return 0
"""
    noted = []
    monkeypatch.setitem(sys.modules, "probe", SimpleNamespace(at=noted.append))
    space = {"cached": lambda function: function}
    exec(probed(module, {line: line for line in (1, 4, 5, 6, 8, 10, 12, 14, 15)}), space)
    for count, lines in ((10, [4, 5, 6]), (5, [4, 6, 8, 10, 12]), (0, [4, 6, 14, 15]), (1, [4, 6, 14])):
        noted.clear()
        space["price"](count)
        assert sorted(noted) == lines


def test_the_tests_that_reach_a_line_also_in_a_process_of_theirs_run_before_all_others(tree):
    (tree / "tree" / "price.py").write_text("def price():\n    return 1\n")
    fault = Mutant(Path("price.py"), 2, "return 1", "return 2", "def price():\n    return 2\n")
    (tree / "tree" / "tests" / "service").mkdir()
    run = "import subprocess, sys\n\n\ndef test_{}():\n    subprocess.run([sys.executable, '-c', '{}'], check=True)\n"
    for name, text in (
        ("called", "from price import price\n\n\ndef test_called():\n    assert price()\n"),
        ("other", "import price\n\n\ndef test_other():\n    assert price.price\n"),
        ("started", run.format("started", "import price; price.price()")),
    ):
        (tree / "tree" / "tests" / "service" / f"test_{name}.py").write_text(text)
    (tree / "tree" / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\naddopts = "--disable-plugin-autoload -p pytest_timeout -p xdist"\n'
    )
    ran = []

    class Noting(Copy):
        def _failing(self, arguments, limit_s, test_s):
            ran.append([argument for argument in arguments if not argument.startswith("-")])
            return super()._failing(arguments, limit_s, test_s)

    area = Area("*.py", python_edits, lambda _path: [], lambda _path: ["tests/service"], uses_engines=True)
    copy = Noting(tree, area)
    copy.measure([fault])
    assert copy.noticed_by(fault) == ""
    reaching, *further = ran[1:]
    assert sorted(reaching) == [f"tests/service/test_{name}.py::test_{name}" for name in ("called", "started")]
    assert sorted(*further) == [f"tests/service/test_{name}.py" for name in ("called", "other", "started")]
