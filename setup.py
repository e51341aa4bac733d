"""Compiles the hot modules with mypyc when a wheel is built; everything else about the package is in pyproject.toml.

The working tree itself always runs interpreted: a compiled module next to its source would hide the next edit of it.
"""

import os
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from glob import glob
from multiprocessing.pool import ThreadPool
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext

HOT_MODULES = [
    "engines/api.py",
    "engines/buffers.py",
    "engines/rng.py",
    "engines/hand.py",
    *sorted(glob("engines/*/rules.py")),
    *sorted(glob("engines/*/rules/[a-z]*.py")),
    *sorted(glob("engines/*/packed_cards.py")),
    "ai/choose.py",
    "ai/encoder.py",
    "ai/heuristic.py",
    "ai/judgement.py",
    "ai/skills.py",
    *sorted(glob("ai/*/[a-z]*.py")),  # search, networks, and the knowledge of each game
]
DEVELOPMENT_MODULES = [
    *sorted(glob("training/*/backward_induction.py")),
    "training/self_play.py",
]
"""Compiled with the rest in a checkout; a package of the service has none of them."""
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def say(line):
    print(f"faceoff: {line}", file=sys.stderr, flush=True)


def compiles(*options):
    """True if a C compiler and Python's headers are installed, and it accepts the options."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    check = [*compiler, *options, "-I", sysconfig.get_path("include"), "-x", "c", "-"]
    try:
        return subprocess.run(check, input=b"#include <Python.h>\n", capture_output=True).returncode == 0
    except OSError:
        return False


def links_in_parallel():
    """True if the linker can optimise, with a process for each core."""
    with tempfile.TemporaryDirectory() as folder:
        return compiles("-flto=auto", "-shared", "-fPIC", "-o", f"{folder}/linked.so")


def compiled_modules():
    if not compiles("-fsyntax-only"):
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
    # Only the options that compilation needs; strict checks of every file are for `make check`.
    options = ["--config-file=", "--follow-imports=silent"]
    in_parallel = links_in_parallel()
    # Our own name for the shared library: the default one changes with the list of modules.
    extensions = mypycify([*options, *modules], group_name="faceoff", multi_file=in_parallel, debug_level="0")
    for extension in extensions:
        extension.extra_compile_args += [
            "-Wno-error",  # a newer compiler's new warning must not stop the installation
            # features of networks are computed in floating point: the same on processors with fused multiply-add
            "-ffp-contract=off",
            "-fno-semantic-interposition",  # lets gcc inline calls within the library: 1.7 times the random playouts
        ]
    if in_parallel:
        # Calls between the files are inlined as within one: without it, playouts have 0.8 to 0.95 of the speed.
        library = extensions[0]
        library.extra_compile_args.append("-flto=auto")
        library.extra_link_args += library.extra_compile_args
    say("compiling the C code")
    return extensions


class ParallelBuild(build_ext):
    """Compiles as many C files at a time as there are cores, the longest first."""

    def build_extensions(self):
        compile_in_turn = self.compiler.compile

        def compile_at_once(sources, **options):
            if len(sources) > 1:
                say(f"{len(sources)} files, {CORES} at a time")
            with ThreadPool(CORES) as pool:
                longest_first = sorted(sources, key=os.path.getsize, reverse=True)
                done = pool.map(lambda source: compile_in_turn([source], **options), longest_first, chunksize=1)
            if len(sources) > 1:
                say("optimising them as a whole: most of the time")
            return [file for files in done for file in files]

        self.compiler.compile = compile_at_once
        self.parallel = CORES  # the small libraries, one for each module, next to the one that they refer to
        super().build_extensions()


# Only wheels are compiled: not metadata queries, and neither editable nor in-place builds.
setup(ext_modules=compiled_modules() if "bdist_wheel" in sys.argv else [], cmdclass={"build_ext": ParallelBuild})
