# Needs Python 3.11 or newer, make and bash; a C compiler makes the computer opponents fast. `make` lists what can be done.

PYTHON ?= python3

SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -ec
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Where bytecode is not written, every process compiles its modules again: four times the processor time of a start.
unexport PYTHONDONTWRITEBYTECODE
.PHONY: help run test test-of programs interpreted collected test-web check contract sdk compiled bench generators train play mcp backup restore lock clean always

BIN := .venv/bin
UV := $(BIN)/uv --quiet
# The compiled copy comes first; tests and bench, which are not in it, are found in the tree.
ON_COMPILED := PYTHONSAFEPATH=1 PYTHONPATH='$(CURDIR)/build/compiled:$(CURDIR)'
CORES := $(or $(shell getconf _NPROCESSORS_ONLN 2>/dev/null),2)
# Tests keep their data in memory where there is room: hundreds of Redis servers that write every command to a disk wait for it.
IN_MEMORY := $(shell [ "$$(df --output=avail /dev/shm 2>/dev/null | tail -1)" -gt 4000000 ] 2>/dev/null && echo TMPDIR=/dev/shm)
# Many tests wait for other processes, so there are three more of them at once than cores. Which ones go together says tests/conftest.py.
PYTEST := env $(IN_MEMORY) $(BIN)/python -m pytest --dist=loadscope --no-loadscope-reorder --numprocesses=$(shell echo $$(($(CORES) + 3)))
# The tests of the rules run interpreted as well. The others do not: the source is the same, and test_compiled_agrees plays whole games and
# lets all levels decide both ways, so that a type or an integer that makes a difference shows there.
COMPILED_ALONE := %/test_computers.py %/test_reasons.py $(patsubst %,tests/engines/test_%.py,compiled_agrees imports perft)
INTERPRETED := $(filter-out $(COMPILED_ALONE),$(wildcard tests/engines/test_*.py $(patsubst engines/%/__init__.py,tests/%/test_*.py,$(wildcard engines/*/__init__.py))))
# By another name than $(MAKE): a line with that one runs under make -n too, and the tests with it.
AT_ONCE := $(MAKE) --no-print-directory --jobs=3 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
IS_COMPILED := ls build/compiled/*__mypyc*.so >/dev/null 2>&1
# What measuring and training need in addition: too much to compile for those who only play.
DEVELOPED := training
ON_DEVELOPED := PYTHONSAFEPATH=1 PYTHONPATH='$(CURDIR)/build/developed:$(CURDIR)'
SOURCES := $(shell find engines ai service docs clients/web clients/javascript/src faceoff.py wsgi.py -type f -not -path '*/__pycache__/*' -not -name schema.d.ts -not -name exact.d.ts 2>/dev/null)
# What is generated of the SDKs and not in git: the calls in Python, by a program of ours, and types for type checkers and editors.
CALLS := clients/python/faceoff_client/operations.py
TYPES := clients/python/faceoff_client/types.py clients/javascript/src/schema.d.ts

help: ## list the targets
	@echo 'make TARGET [PYTHON=python3.12]'
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/  \1\t\2/p' Makefile | expand -t 20

run: build/compiled.done .venv/sdk.done ## start Faceoff: make run PORT=8123 WORKERS=2, with HOST=0.0.0.0 for phones in the same network
	@exec $(BIN)/faceoff run $(if $(HOST),--host '$(HOST)') $(if $(PORT),--port '$(PORT)') $(if $(WORKERS),--workers '$(WORKERS)')

test: .venv/run.done ## lint and the tests of the rules interpreted, then all tests compiled
	@echo 'The engines are compiled; meanwhile the rest is installed, then lint, and the tests of the rules interpreted.'
	@$(AT_ONCE) build/compiled.done programs check collected $(TYPES)
	@$(IS_COMPILED) || { echo 'Nothing could be compiled (see build/compile.log): all tests run interpreted.'; [ -z "$$REQUIRE_ALL" ]; }
	@$(ON_COMPILED) $(PYTEST) tests bench

programs: .venv/dev.done
	@$(BIN)/python -m tests.programs

interpreted: programs
	@$(BIN)/python -m pytest -q -p no:cacheprovider $(INTERPRETED)

# By one process, so that bytecode is there when all begin: compiling it is three quarters of the work, and each would do that by itself.
collected: interpreted
	@$(BIN)/python -m pytest -q -p no:cacheprovider --collect-only tests bench >build/collected.txt || { tail -n 40 build/collected.txt; exit 1; }

test-web: .venv/dev.done build/tools/done build/compiled.done $(TYPES) ## the web client in a real browser
	@$(ON_COMPILED) $(BIN)/python -m pytest tests/web

test-of: .venv/dev.done ## the tests that concern a file, as in make test-of FILE=service/games/play.py, or all that has changed
	@$(BIN)/faceoff bench tests-of $(FILE)

check: .venv/dev.done build/tools/done $(firstword $(TYPES)) ## ruff, mypy --strict, openapi.yaml under Spectral's and Redocly's recommended rules, words to avoid, and the subjects of new commits
	@$(BIN)/python -m ruff format --check --quiet . || { echo 'Not formatted: run $(BIN)/ruff format .'; exit 1; }
	@$(BIN)/python -m ruff check --quiet .
	@$(BIN)/python -m mypy --no-error-summary
	@$(BIN)/python -m tests.deploy.wording
	@cd build/tools && PATH='$(CURDIR)/$(BIN)':$$PATH && \
	npx --no spectral lint --quiet --fail-severity=warn --ruleset spectral.yaml '$(CURDIR)/openapi.yaml' && \
	REDOCLY_TELEMETRY=off npx --no redocly lint '$(CURDIR)/openapi.yaml'
	@git log --format=%s $$(git rev-parse -q --verify '@{upstream}' >/dev/null 2>&1 && echo '@{upstream}..' || echo -20) 2>/dev/null \
	    | awk 'length > 71 { print "A subject of a commit has " length " characters, and 71 are the most: " $$0; bad = 1 } END { exit bad }'

compiled: build/compiled.done ## the compiled copy in build/compiled

contract: .venv/run.done ## write openapi.yaml from the code, its examples from the service's answers, and the calls of the SDKs from it
	@$(BIN)/python -m tests.service.api.examples
	@$(BIN)/python -m service.api.openapi.document openapi.yaml
	@$(BIN)/python -m clients.sdk.generate

sdk: .venv/dev.done build/tools/done ## write the SDKs for Python and JavaScript from openapi.yaml, and build them into build/sdk
	@$(BIN)/python -m clients.sdk.generate python javascript
	@rm -rf build/sdk; $(BIN)/python -m clients.sdk.build build/sdk

bench: build/compiled.done .venv/sdk.done .venv/plot.done ## speed, into docs/performance.md: make bench ONLY='playouts search'; faceoff bench lists all studies
	@$(BIN)/faceoff bench speed $(if $(ONLY),--only '$(ONLY)')

generators: .venv/generators.done build/tools/done build/compiled.done ## clients in Go and TypeScript, tried, into docs/your-language.md: make generators ONLY=go
	@$(BIN)/faceoff bench generators $(if $(ONLY),--only '$(ONLY)')

train: build/developed.done .venv/train.done ## train the networks of a game again, for half an hour: make train GAME=hockey ONLY=two
	@[ -n '$(GAME)' ] || { echo 'Say which game, as in make train GAME=hockey'; exit 2; }
	@$(ON_DEVELOPED) $(BIN)/python -m training.train '$(GAME)' $(if $(ONLY),--only '$(ONLY)') $(if $(DEVICE),--device '$(DEVICE)') $(if $(INTO),--into '$(INTO)') $(if $(SET),--set $(SET))

play: .venv/run.done .venv/sdk.done .venv/play.done ## play in the terminal against a running Faceoff: make play PORT=8123 GAME=hockey LEVEL=3, or RATING=300 CHARACTER=deacon
	@$(BIN)/faceoff play 'http://127.0.0.1:$(or $(PORT),8000)' $(if $(GAME),--game '$(GAME)') $(if $(LEVEL),--level '$(LEVEL)') $(if $(RATING),--rating '$(RATING)') $(if $(CHARACTER),--character '$(CHARACTER)')

mcp: .venv/run.done .venv/sdk.done .venv/mcp.done ## serve assistants and agents (MCP) over HTTP, against a running Faceoff: make mcp PORT=8123
	@$(BIN)/python -m clients.mcp --http 'http://127.0.0.1:$(or $(PORT),8000)'

# The server at REDIS_URL, or that of `make run`.
OF_STORE = $(if $(REDIS_URL),,--data-dir '$(or $(FACEOFF_DATA_DIR),.faceoff)')

backup: build/compiled.done ## all games, keys, bots and matches into a file, while Faceoff runs or not: make backup FILE=games.gz
	@[ -n '$(FILE)' ] || { echo 'Say which file, as in make backup FILE=games.gz'; exit 2; }
	@$(BIN)/faceoff backup $(OF_STORE) '$(FILE)'

restore: build/compiled.done ## what make backup has written: make restore FILE=games.gz (OVERWRITE=1 replaces what is there)
	@[ -n '$(FILE)' ] || { echo 'Say which file, as in make restore FILE=games.gz'; exit 2; }
	@$(BIN)/faceoff restore $(if $(OVERWRITE),--overwrite) $(OF_STORE) '$(FILE)'

lock: .venv/uv.done ## write requirements/locked.txt from pyproject.toml: make lock UPGRADE='flask rq' (or all)
	@$(BIN)/python requirements/lock.py $(if $(UPGRADE),--upgrade $(UPGRADE))

clean: ## remove what make has built; the games in .faceoff stay
	@rm -rf .venv build *.egg-info clients/python/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis tests/clients/fuzz/.schemathesis
	@find . -name __pycache__ -prune -exec rm -rf {} +

KEEP_IF_SAME = cmp -s $$new $@ && rm $$new || mv $$new $@

# Rewritten only when it changes, so that another Python means a new .venv.
build/python.txt: always
	@mkdir -p build
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    version=$$($(PYTHON) -c 'import sys; print(sys.version.split()[0])' 2>/dev/null || echo 'not to be found'); \
	    echo "Faceoff needs Python 3.11 or newer, and $(PYTHON) is $$version: say which one, as in PYTHON=python3.12 make run"; exit 1; }
	@new=$@.$$$$; $(PYTHON) -c 'import sys; print(sys.version, sys.base_prefix)' >$$new; $(KEEP_IF_SAME)

.venv/made: build/python.txt
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "$(PYTHON) cannot make virtual environments: install its venv module (Debian and Ubuntu: apt install python3-venv)"; exit 1; }
	@echo 'Making .venv, with the installer uv'
	@$(PYTHON) -m venv --clear .venv
	@touch $@

# The lines of an environment. Rewritten only when they change, so that nothing is installed for another one's sake.
.PRECIOUS: build/locked/%.txt
build/locked/%.txt: requirements/locked.txt
	@mkdir -p $(@D)
	@new=$@.$$$$; grep '#.* $*' $< >$$new; $(KEEP_IF_SAME)

# What pyproject.toml names as a script, for this tree: nothing of it is installed, so that an edit counts at once.
$(BIN)/faceoff: .venv/made
	@printf '%s\n' '#!/bin/sh' 'bin=$$(dirname "$$(readlink -f "$$0")")' 'exec "$$bin/python" "$$bin/../../faceoff.py" "$$@"' >$@
	@chmod +x $@

# The installer is ten times as fast as pip, which installs it.
.venv/uv.done: .venv/made build/locked/uv.txt
	@$(BIN)/python -m pip --disable-pip-version-check --quiet --quiet install --require-hashes --requirement build/locked/uv.txt
	@touch $@

# What is locked, and only with the digests that stand there. The build requirements are installed too: later builds need no network.
define INSTALL
@echo "Installing $$(wc -l <build/locked/$(firstword $(1)).txt) packages ($(1))"
@$(UV) pip install --python $(BIN)/python --require-hashes --requirement build/locked/$(firstword $(1)).txt
@touch $(1:%=.venv/%.done)
endef

.venv/%.done: .venv/uv.done build/locked/%.txt
	$(call INSTALL,$*)

.venv/run.done: | $(BIN)/faceoff

$(CALLS): openapi.yaml clients/sdk/generate.py | .venv/run.done
	@$(BIN)/python -m clients.sdk.generate
	@touch $@

%/types.py: openapi.yaml clients/sdk/generate.py | .venv/dev.done
	@$(BIN)/python -m clients.sdk.generate python
	@touch $@

%/schema.d.ts: openapi.yaml clients/sdk/generate.py | build/tools/done
	@$(BIN)/python -m clients.sdk.generate javascript
	@touch $@

# Our own clients use the Python SDK where it lies.
.venv/sdk.done: .venv/run.done build/locked/sdk.txt clients/python/pyproject.toml clients/python/faceoff_client/version.py | $(CALLS)
	$(call INSTALL,sdk)
	@$(UV) pip install --python $(BIN)/python --no-deps --no-index --no-build-isolation --editable clients/python
	@touch $@

# At once: two never write into .venv at a time.
.venv/dev.done: .venv/run.done .venv/sdk.done build/locked/dev.txt
	$(call INSTALL,dev play load plot mcp)

# Node.js itself comes with the development dependencies, from a Python package.
build/tools/done: .venv/dev.done $(wildcard tests/contract_tools/* tests/contract_tools/.npmrc)
build/lighthouse/done: .venv/dev.done $(wildcard bench/reliability/lighthouse_tools/* bench/reliability/lighthouse_tools/.npmrc)
build/tools/done build/lighthouse/done:
	@echo 'Installing tools (npm): $(@D)'
	@mkdir -p $(@D); cp $(filter tests/% bench/%,$^) $(@D)
	@cd $(@D) && PATH='$(CURDIR)/$(BIN)':$$PATH npm ci --no-progress --loglevel=error
	@touch $@

# A file that goes away makes nothing newer, so the list of the sources is a source too.
build/sources.txt: always
	@mkdir -p build
	@new=$@.$$$$; printf '%s\n' $(SOURCES) >$$new; $(KEEP_IF_SAME)

# Built in a folder of its own and swapped in when it is complete: nothing of an earlier build gets in, and what is edited meanwhile is newer.
# The command is not in it: that of the tree finds what else is in the tree.
build/developed.done: $(shell find $(DEVELOPED) -name '*.py' 2>/dev/null)
build/developed.done: EXTRA = $(DEVELOPED)
build/compiled.done build/developed.done: build/%.done: .venv/run.done build/sources.txt $(SOURCES) setup.py pyproject.toml
	@echo 'Compiling the engines and writing the pages (three quarters of a minute of two cores$(if $(EXTRA),; with all for measuring and training twice that))'
	@work=$$(mktemp -d build/XXXXXX); trap "rm -rf $$work" EXIT; \
	mkdir -p $$work/wheel/source; touch $$work/done; \
	cp -R --parents $(wildcard engines ai $(EXTRA) service docs clients/web clients/javascript/src faceoff.py wsgi.py setup.py pyproject.toml) $$work/wheel/source; \
	$(BIN)/uv build --wheel --python $(BIN)/python --no-build-isolation --offline --out-dir $$work/wheel $$work/wheel/source 2>&1 \
	    | tee build/compile.log | sed -un 's/^ *faceoff: /  /p' \
	    || { tail -n 25 build/compile.log; echo 'Compiling failed; build/compile.log has all of it.'; exit 1; }; \
	rm -rf $$work/wheel/source/{.mypy_cache,build,*.egg-info,service/api/__pycache__}; \
	$(UV) pip install --python $(BIN)/python --compile-bytecode --no-deps --no-index --target $$work/$* $$work/wheel/*.whl; \
	rm $$work/$*/faceoff.py; \
	$(if $(EXTRA),,PYTHONPATH=$$work/$* $(BIN)/python -P -m service.api.pages.build;) \
	rm -rf build/$* $(if $(EXTRA),,build/wheel); mv $$work/$* build/$*; $(if $(EXTRA),,mv $$work/wheel build/wheel;) mv $$work/done $@
