#!/usr/bin/env bash
# mypyc 2.4.1: a loop reads its variable again at each step, and four other places where compiled code is another program.
#
# One expects of a compiler for typed Python that a program which passes mypy --strict behaves as it does interpreted, but
# for its speed and for wrong types: its documentation lists what it does not support.
# What happens: a name in the head of a for loop is read again at each step, so that a loop over range(n) ends early when
# n is changed in it; in x + (x := 5) the first operand has the later value; a generator expression is drawn at once; the
# finally of a generator that is dropped does not run; a frozen dataclass cannot be copied. There is no warning.
# Seen first with 2.4.1; older ones were not tried. Source: this run, each line next to that of the interpreter.
# For Faceoff: rules and opponents are compiled. tests/engines/test_compilable.py looks for each of these in every module
# that is compiled.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip --quiet --disable-pip-version-check install mypy==2.4.1 setuptools==84.2.1

cat >odd.py <<'PYTHON'
from collections.abc import Iterator
from dataclasses import dataclass


def turns(n: int) -> int:
    count = 0
    for _ in range(n):
        n = 2
        count += 1
    return count


def walk(cards: list[int]) -> int:
    count = 0
    for _ in cards:
        cards = [0]
        count += 1
    return count


def total(x: int) -> int:
    return x + (x := 5)


def note(seen: list[int], i: int) -> int:
    seen.append(i)
    return i


def draw(seen: list[int]) -> Iterator[int]:
    return (note(seen, i) for i in range(3))


def close(seen: list[int]) -> Iterator[int]:
    try:
        yield 1
        yield 2
    finally:
        seen.append(9)


@dataclass(frozen=True)
class Card:
    rank: int
PYTHON

cat >show.py <<'PYTHON'
import copy
import gc

import odd

print("range(5), then n = 2:", odd.turns(5), "turns")
print("a list of three, then another of one:", odd.walk([1, 2, 3]), "turns")
print("1 + (x := 5):", odd.total(1))
seen = []
drawn = odd.draw(seen)
print("drawn before the first is asked for:", seen)
seen = []
dropped = odd.close(seen)
next(dropped)
del dropped
gc.collect()
print("the finally of what is dropped:", seen)
try:
    print("copied:", copy.copy(odd.Card(3)))
except Exception as error:
    print("copied:", type(error).__name__)
PYTHON

venv/bin/python show.py >interpreted.txt
venv/bin/mypy --strict odd.py
venv/bin/mypyc odd.py >build.txt 2>&1
venv/bin/python -c 'import odd; assert odd.__file__.endswith(".so"), odd.__file__'
venv/bin/python show.py >compiled.txt
venv/bin/pip list 2>/dev/null | grep '^mypy '
diff --side-by-side --width 130 interpreted.txt compiled.txt || true

cat >expected.txt <<'TEXT'
range(5), then n = 2: 2 turns
a list of three, then another of one: 1 turns
1 + (x := 5): 10
drawn before the first is asked for: [0, 1, 2]
the finally of what is dropped: []
copied: FrozenInstanceError
TEXT
diff expected.txt compiled.txt || { echo 'The compiled program behaves otherwise now.'; exit 1; }
