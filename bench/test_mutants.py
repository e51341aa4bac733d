"""Which faults are planted."""

from pathlib import Path

import pytest

import bench.mutants
from bench.mutants import AREAS, ROOT, TIME, Area, Copy, Mutant, lua_edits, mutants, python_edits

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


def first(cards: "tuple[Literal[5], ...]" = (), *, at: Literal[6] = 7) -> Literal[8]:
    assert isinstance(cards, tuple)
    return cards
"""
    assert {text for text, _ in changes(python_edits, module)} == {"3", "7"}


def test_a_game_is_tried_with_its_own_tests_and_a_shared_module_with_those_of_one_and_then_of_all():
    rules = Path("engines/card_hockey/rules.py")
    assert AREAS["engines"].tests(rules)[1:] == ["tests/card_hockey", "tests/engines"]
    assert "not turn_based_hockey" in AREAS["engines"].tests(rules)[0]
    assert "card_hockey" not in AREAS["engines"].tests(rules)[0]
    assert AREAS["engines"].further(rules)[1:] == ["tests/service/test_contract.py"]
    assert AREAS["ai"].tests(Path("ai/search/ismcts.py"))[1:] == ["tests/hockey/test_computers.py", "tests/ai"]
    assert AREAS["ai"].further(Path("ai/search/ismcts.py")) == ["tests/ai"]


def test_every_fault_is_another_text_and_is_looked_for_by_tests_that_exist():
    for name, only in (("scripts", ""), ("service", "store/bots"), ("engines", "fields"), ("ai", "hockey/encoder")):
        found = mutants(AREAS[name], only)
        assert len({(mutant.path, mutant.text) for mutant in found}) == len(found) > 10
        tests = {test for mutant in found for test in AREAS[name].tests(mutant.path) if not test.startswith("-")}
        assert [test for test in tests if not (ROOT / test).exists()] == []


class Timed(Copy):
    """Its tests take 200 seconds with the fault, and without it what is said; 160 are the most."""

    def __init__(self, folder, without_s):
        super().__init__(folder, Area("*.py", python_edits, lambda _path: ["test_price.py"]))
        self.without_s = without_s

    def _run_of(self, tests):
        return list(tests), 160

    def _failing(self, arguments, limit_s, test_s):
        has_fault = (self.folder / "price.py").read_text() == "PRICE = 2\n"
        return TIME if (200 if has_fault else self.without_s) > limit_s else ""


def test_of_what_takes_long_only_the_test_that_was_ended_runs_again(tmp_path, monkeypatch):
    """All other tests together take longer than is allowed."""
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "price.py").write_text("PRICE = 1\n")
    monkeypatch.setattr(bench.mutants, "ROOT", tmp_path / "tree")

    class Ended(Timed):
        def _failing(self, arguments, limit_s, test_s):
            failing = super()._failing(arguments, limit_s, test_s) if arguments[-1] == "test_price.py" else ""
            asked.append(arguments)
            return failing and f"{TIME} test_price.py::test_total[of two]"

    fault, asked = Mutant(Path("price.py"), 1, "PRICE = 1", "PRICE = 2", "PRICE = 2\n"), []
    assert Ended(tmp_path, 60).noticed_by(fault) == f"{TIME} test_price.py::test_total[of two]"
    assert asked == [["test_price.py"], ["test_price.py::test_total"]]


@pytest.mark.parametrize(("without_s", "noticed_by"), [(20, TIME), (60, "")])
def test_a_fault_that_takes_long_is_noticed_unless_the_machine_is_busy(without_s, noticed_by, tmp_path, monkeypatch):
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "price.py").write_text("PRICE = 1\n")
    monkeypatch.setattr(bench.mutants, "ROOT", tmp_path / "tree")
    fault = Mutant(Path("price.py"), 1, "PRICE = 1", "PRICE = 2", "PRICE = 2\n")
    assert Timed(tmp_path, without_s).noticed_by(fault) == noticed_by
