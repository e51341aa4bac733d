"""Compiles the hot modules with mypyc when a wheel is built; everything else about the package is in pyproject.toml.

The working tree itself always runs interpreted: a compiled module beside its source would hide the next edit of it.
"""

import os
import shlex
import subprocess
import sys
import sysconfig
from glob import glob
from pathlib import Path

from setuptools import setup

HOT_MODULES = [
    "engines/api.py",
    "engines/buffers.py",
    "engines/rng.py",
    "engines/hand.py",
    *sorted(glob("engines/*/rules.py")),
    *sorted(glob("engines/*/rules/[a-z]*.py")),
    *sorted(glob("engines/*/information.py")),
    *sorted(glob("engines/*/packed_cards.py")),
    "ai/encoder.py",
    "ai/heuristic.py",
    *sorted(glob("ai/*/[a-z]*.py")),  # search, networks, and what computers know of each game
]
DEVELOPMENT_MODULES = [
    *sorted(glob("training/*/backward_induction.py")),
    "training/self_play.py",
]
"""Compiled with the rest in a checkout; a package of the service has none of them."""


def say(line):
    print(f"faceoff: {line}", file=sys.stderr, flush=True)


def can_compile():
    """True where a C compiler and Python's headers are at hand."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    check = [*compiler, "-fsyntax-only", "-I", sysconfig.get_path("include"), "-x", "c", "-"]
    try:
        return subprocess.run(check, input=b"#include <Python.h>\n", capture_output=True).returncode == 0
    except OSError:
        return False


def compiled_modules():
    if not can_compile():
        say(
            "no C compiler with Python's headers found: the engines stay interpreted, correct but some fifty times "
            "slower"
        )
        return []
    from mypyc.build import mypycify  # needed for wheels only: without mypy the metadata can still be read

    modules = [module for module in HOT_MODULES if Path(module).exists()]
    if missing := sorted(set(HOT_MODULES) - set(modules)):
        say(f"not there, so not compiled: {', '.join(missing)}")
    modules += [module for module in DEVELOPMENT_MODULES if Path(module).exists()]
    if not modules:
        sys.exit("setup.py: none of HOT_MODULES exists; is this the root of the source tree?")
    say(f"translating {len(modules)} modules to C")
    # Only what the compiler needs of the types; being strict, and about every file, is for `make check`.
    options = ["--config-file=", "--follow-imports=silent"]
    # A name of our own for the shared library: the default one changes with the list of modules.
    extensions = mypycify([*options, *modules], group_name="faceoff")
    for extension in extensions:
        extension.extra_compile_args += [
            "-Wno-error",  # a newer compiler's new warning must not stop the installation
            # a network's features are steps of floating point: the same on processors that multiply and add at once
            "-ffp-contract=off",
            "-fno-semantic-interposition",  # lets gcc inline calls within the library: 1.7 times the random playouts
        ]
    say("compiling the C code")
    return extensions


# Only wheels are compiled: not metadata queries, and neither editable nor in-place builds.
setup(ext_modules=compiled_modules() if "bdist_wheel" in sys.argv else [])
