# Few verbs; `make help` lists them. What is made once leaves a stamp inside the folder it made, so that
# deleting the folder is enough to make it again, and a second call costs nothing.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Packages for tests only; a player needs none of them.
EXTRAS := dev
# A file of tests stays in one process, so that its fixtures are made once.
PARALLEL = -q -n auto --maxprocesses=4 --dist=loadfile
PYTEST = $(BIN)/python -m pytest $(PARALLEL)
# pip's cache is shared by both environments; its notices are not news.
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_ROOT_USER_ACTION := ignore
# Tests start many processes: where nobody may keep what Python has compiled, each compiles everything again.
unexport PYTHONDONTWRITEBYTECODE
PIP_INSTALL = $(BIN)/python -m pip install --quiet

# Two at a time: npm waits for the network while the compiler works, and types are checked in one process.
AT_ONCE := -j2

NATIVE_FOLDERS := $(wildcard native src/kikashi/games/*/native)
NATIVE_SOURCES := $(if $(NATIVE_FOLDERS),$(shell find $(NATIVE_FOLDERS) -name '*.cpp' -o -name '*.hpp' -o -name 'CMakeLists.txt'))
PYTHON_SOURCES := $(shell find src -name '*.py')
BUILD_FILES := pyproject.toml $(wildcard CMakeLists.txt) $(NATIVE_SOURCES)
PYTHON_FOLDERS := $(wildcard src tests examples bench tools) conftest.py

STATIC := src/kikashi/studio/static
# The typed client is made from the API's document, at every build.
API_DOCUMENT := docs/reference/openapi.json
WEB_SOURCES := $(if $(wildcard web/package.json),$(shell find web -path web/node_modules -prune -o -path web/src/fonts -prune -o -type f ! -name schema.d.ts -print) $(API_DOCUMENT))

.PHONY: help setup studio quick test lint sanitize bench docs clean
.PHONY: both-built page browser engines database lint-python lint-native lint-web test-native test-web sanitize-short

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | awk -F'\t' '{printf "make %-9s %s\n", $$1, $$2}'

setup: both-built browser engines database ## everything the other verbs need
	@echo "Set up. 'make studio' starts the studio, '$(BIN)/kikashi --help' shows the command line."

studio: ## set up, start the studio and print its address
	@$(MAKE) $(AT_ONCE) $(VENV)/.studio page
	@exec $(BIN)/kikashi studio

quick: both-built ## lint and the fast tests, under two minutes
	@$(MAKE) $(AT_ONCE) lint test-native
	HYPOTHESIS_PROFILE=short $(PYTEST) -m 'not slow and not thorough and not browser'

test: setup ## everything that must hold; what CI runs
	@$(MAKE) $(AT_ONCE) lint test-web $(VENV)-sanitize/.installed
	@$(MAKE) sanitize-short
	$(PYTEST)

lint: lint-python lint-native lint-web ## format, types, import rules, native layering

sanitize: $(VENV)-sanitize/.installed ## every native-facing test under ASan and UBSan
	$(call native_tests,build/sanitize)
	tools/sanitized $(PARALLEL) -m 'native and not timed'

bench: $(VENV)/.installed ## long measurements, one by one, into bench/results/
	$(BIN)/python -m tools.run_benches

docs: $(VENV)/.installed ## draw the documentation's pictures again; write build/docs/api.md from docstrings
	$(BIN)/python tools/draw_pictures.py
	$(BIN)/python tools/write_reference.py

clean: ## remove everything that make made
	rm -rf $(VENV) $(VENV)-sanitize build dist web/node_modules web/src/fonts
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	$(if $(WEB_SOURCES),rm -rf $(STATIC))
	find src tests examples bench tools -name __pycache__ -prune -exec rm -rf {} +

# --- set-up ----------------------------------------------------------------------------------------------

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Kikashi needs Python 3.11 or later; '$(PYTHON)' is another or is missing. Try: make PYTHON=python3.11 setup"; exit 1; }
	@$(PYTHON) -m venv $(VENV) \
	  || { rm -rf $(VENV); echo "Python could not make a virtual environment. On Debian install the package python3-venv."; exit 1; }
	@touch $@

define install
  { command -v g++ || command -v clang++; } >/dev/null \
    || { echo "A C++20 compiler is missing. On Debian install the package g++."; exit 1; }; \
  echo "Installing into $(VENV) (about a minute the first time) ..."; \
  $(BIN)/python -c 'import scikit_build_core, nanobind, cmake, ninja, setuptools, wheel' 2>/dev/null \
    || $(PIP_INSTALL) scikit-build-core nanobind cmake ninja setuptools wheel; \
  $(PIP_INSTALL) --no-build-isolation --config-settings=cmake.define.KIKASHI_TESTS=$(2) \
    --config-settings=cmake.define.KIKASHI_PRECOMPILE=$(3) -e '.[$(1)]'
endef

# The names of all sources, rewritten only when a file comes or goes: CMake and the editable install both keep
# such a list, and must be told of a file that was renamed or removed.
build/sources.txt: FORCE
	@mkdir -p build; printf '%s\n' $(sort $(NATIVE_SOURCES) $(PYTHON_SOURCES)) | cmp -s - $@ \
	  || printf '%s\n' $(sort $(NATIVE_SOURCES) $(PYTHON_SOURCES)) > $@
.PHONY: FORCE

# Build tools come first and isolation is off: otherwise nanobind is compiled twice. setuptools and
# wheel are for dependencies that come as source only (nkeys).
$(VENV)/.installed: $(VENV)/.created $(BUILD_FILES) build/sources.txt
	@$(call install,$(EXTRAS),ON,OFF)
	@touch $@

# Who only wants to see the studio needs no packages and no native programs for tests, and no build tools once it is
# built (cmake alone has 86 MB); where they are for other verbs, they stay.
$(VENV)/.studio: $(VENV)/.created $(BUILD_FILES) build/sources.txt
	@if [ -e $(VENV)/.installed ]; then $(MAKE) $(VENV)/.installed; else $(call install,studio,OFF,ON); \
	  $(BIN)/python -m pip uninstall --quiet --yes cmake ninja; fi
	@touch $@

both-built:
	@$(MAKE) $(AT_ONCE) $(VENV)/.installed page

page: $(if $(WEB_SOURCES),$(STATIC)/index.html)

# No lock is kept: `npm ci` refuses a lock that lacks the binaries of other platforms.
web/node_modules/.installed: web/package.json
	@command -v npm >/dev/null || { echo "npm is missing. On Debian install the packages nodejs and npm."; exit 1; }
	@cd web && npm install --no-save --no-audit --no-fund --loglevel=error
	@touch $@

$(STATIC)/index.html: web/node_modules/.installed $(WEB_SOURCES)
	@cd web && npm run --silent build -- --logLevel=warn
	@touch $@

# Programs of other people that tests talk to: a browser, engines and their cage, a database server.
browser:
	@tools/need "the browser tests" chromium=chromium

engines:
	@tools/need "the tests of the grid" bubblewrap=bwrap gnugo=gnugo fairy-stockfish=fairy-stockfish gnuminishogi=gnuminishogi iproute2=ip

database:
	@tools/need "the tests of databases" "postgresql=/usr/lib/postgresql/*/bin/initdb"

# --- lint ------------------------------------------------------------------------------------------------

lint-python: $(VENV)/.installed
	$(BIN)/ruff check --quiet $(PYTHON_FOLDERS)
	$(BIN)/ruff format --quiet --check $(PYTHON_FOLDERS)
	$(BIN)/mypy --no-error-summary $(PYTHON_FOLDERS)
	$(BIN)/lint-imports --no-logo > build/lint-imports.txt || { cat build/lint-imports.txt; exit 1; }

# These two look at every file anew and take long, so what they last accepted is not looked at again.
lint-native: $(VENV)/.installed build/lint-native.stamp

build/lint-native.stamp: $(NATIVE_SOURCES) build/sources.txt tools/check_native.py docs/glossary.md .clang-format
	$(BIN)/python tools/check_native.py
	$(if $(NATIVE_SOURCES),$(BIN)/clang-format --dry-run -Werror $(filter %.cpp %.hpp,$(NATIVE_SOURCES)))
	@touch $@

lint-web: page $(if $(WEB_SOURCES),build/lint-web.stamp)

build/lint-web.stamp: $(WEB_SOURCES)
	cd web && npm run --silent --if-present check
	@mkdir -p build; touch $@

# --- tests beside pytest ----------------------------------------------------------------------------------

native_tests = $(if $(wildcard native/tests/CMakeLists.txt),$(BIN)/ctest --test-dir $(1) --output-on-failure --no-tests=error --quiet)

test-native: $(VENV)/.installed
	$(call native_tests,$$(ls -td build/cp*/ | head -n 1))

test-web: page
	$(if $(WEB_SOURCES),cd web && npm run --silent --if-present test)

# An environment of its own, with a plain install: the import hook of an editable one would win over it.
$(VENV)-sanitize/.installed: $(VENV)/.installed $(PYTHON_SOURCES) $(shell find src -name '*.md' -o -name '*.json')
	tools/make-sanitized $(VENV) $(VENV)-sanitize
	@touch $@

sanitize-short: $(VENV)-sanitize/.installed
	$(call native_tests,build/sanitize)
	HYPOTHESIS_PROFILE=short tools/sanitized $(PARALLEL) -m 'native and not slow and not timed'
