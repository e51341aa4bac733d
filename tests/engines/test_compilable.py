"""The compiled form is another program than the interpreted one in a few places of the language (mypyc 2.4.1, which
``findings/mypyc-reads-again.sh`` shows). No module that is compiled does any of it.
"""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
ALWAYS_FLOATS = {"float", "exp", "log", "sqrt", "Decimal"}


def compiled_modules() -> list[Path]:
    """The files that setup.py hands to the compiler."""
    setup = ast.parse((ROOT / "setup.py").read_text(encoding="utf-8"))
    lists = [node for node in setup.body if isinstance(node, ast.Assign) and node.targets[0].id.endswith("_MODULES")]
    patterns = [node.value for found in lists for node in ast.walk(found) if isinstance(node, ast.Constant)]
    return sorted({path for pattern in patterns for path in ROOT.glob(pattern)})


FLOATS = {
    name
    for path in compiled_modules()
    for name in re.findall(r"(\w+): (?:Final\[)?(?:list\[)?float", path.read_text(encoding="utf-8"))
}
"""Names of variables, fields and parameters that are declared as floats, or as lists of them."""


def names_in(nodes, context) -> set[str]:
    """The variables that are read (``ast.Load``) or written (``ast.Store``) in these parts of a program."""
    found = (name for node in nodes for name in ast.walk(node) if isinstance(name, ast.Name))
    return {name.id for name in found if isinstance(name.ctx, context)}


def is_float(node: ast.expr, floats: set[str]) -> bool:
    """Whether a part of an expression is a float, where these names are floats."""
    parts: list[ast.expr] = []
    if isinstance(node, ast.BinOp):
        parts = [node.left, node.right]
    elif isinstance(node, ast.UnaryOp):
        parts = [node.operand]
    elif isinstance(node, ast.Subscript):
        parts = [node.value]
    elif isinstance(node, ast.Call):
        called = ast.unparse(node.func).rpartition(".")[2]
        return called in ALWAYS_FLOATS or (called in ("max", "min") and any(is_float(a, floats) for a in node.args))
    elif isinstance(node, ast.Constant):
        return isinstance(node.value, float)
    else:
        return ast.unparse(node).rpartition(".")[2] in floats
    return any(is_float(part, floats) for part in parts)


def floats_of(tree: ast.Module) -> set[str]:
    """Names that are floats in a module: those that any module declares, and those that this one sets to a float."""
    floats = set(FLOATS)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value and is_float(node.value, floats):
            floats |= names_in(node.targets if isinstance(node, ast.Assign) else [node.target], ast.Store)
    return floats


def differences(text: str) -> list[str]:
    """What a module does that its compiled form does otherwise, each as '<line>: <what>'."""
    tree = ast.parse(text)
    floats = floats_of(tree)
    found = []
    inside_calls = {id(argument) for node in ast.walk(tree) if isinstance(node, ast.Call) for argument in node.args}
    for node in ast.walk(tree):
        what = ""
        if isinstance(node, ast.For) and (
            again := names_in([node.iter], ast.Load) & names_in([node.target, *node.body], ast.Store)
        ):
            what = f"{', '.join(sorted(again))} changes in the loop, and is read again at each step"
        elif isinstance(node, ast.NamedExpr):
            what = "an operand before := sees the later value"
        elif isinstance(node, ast.GeneratorExp) and id(node) not in inside_calls:
            what = "a generator expression is drawn at once"
        elif (
            isinstance(node, ast.Try)
            and node.finalbody
            and any(isinstance(part, ast.Yield | ast.YieldFrom) for part in ast.walk(node))
        ):
            what = "the finally of a generator that is dropped is skipped"
        elif isinstance(node, FUNCTIONS[:2]) and any("cached_property" in ast.unparse(d) for d in node.decorator_list):
            what = "cached_property is never cached"
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and not is_float(node, floats):
            what = "an integer divided by an integer is rounded twice; say float(...) of one"
        if what:
            found.append(f"{node.lineno}: {what}: {ast.unparse(node).splitlines()[0]}")
    return found


@pytest.mark.parametrize("path", compiled_modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_compiled_module_does_what_its_compiled_form_does_otherwise(path):
    assert differences(path.read_text(encoding="utf-8")) == []


def test_frozen_dataclasses_that_are_compiled_are_never_copied_nor_pickled():
    frozen = {
        node.name
        for path in compiled_modules()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and any("frozen=True" in ast.unparse(d) for d in node.decorator_list)
    }
    # made once, when a game is loaded; no process hands them to another
    assert frozen == {"GameSheet", "Skill", "Skills", "Variant"}
    for path in [path for layer in ("engines", "ai") for path in (ROOT / layer).rglob("*.py")]:
        imported = re.findall(r"^\s*(?:import|from) (copy|pickle)\b", path.read_text(encoding="utf-8"), re.M)
        assert not imported, f"{path}: a compiled frozen dataclass cannot be copied or unpickled"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("def f(n: int) -> None:\n    for i in range(n):\n        n = 2\n", 2),
        ("def f(cards: list[int]) -> None:\n    for card in cards:\n        if card:\n            cards = []\n", 2),
        ("def f(x: int) -> int:\n    return x + (x := 5)\n", 2),
        ("def f(n: int) -> object:\n    found = (i for i in range(n))\n    return found\n", 2),
        ("def f() -> object:\n    try:\n        yield 1\n    finally:\n        print()\n", 2),
        ("class C:\n    @cached_property\n    def f(self) -> int:\n        return 1\n", 3),
        ("def f(a: int, b: int) -> float:\n    return a / b\n", 2),
    ],
)
def test_each_difference_is_found(text, line):
    assert [int(found.partition(":")[0]) for found in differences(text)] == [line]
