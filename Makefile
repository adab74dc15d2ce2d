# One entry for everything. `make demo` and `make test` do all the set-up themselves.

PYTHON ?= python3
export PYTHON

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
STAMP := .venv/.installed
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix page
PAGE := src/prehensile/stage/static/index.html

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help install page demo stage gallery test check bench docs clean

help: ## Show this list.
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 10

install: $(STAMP)-run $(PAGE) ## Make .venv with the package, all its extras and the page.

page: $(PAGE) ## Build the Stage's page and the clip player.

demo: $(STAMP)-run $(PAGE) ## Pick up a mug; clip, pictures, GLB and player go into out/.
	@test -f $(STAMP)-drawing || { scripts/system-packages drawing needed && touch $(STAMP)-drawing; }
	$(BIN)/prehensile grasp mug
	$(BIN)/prehensile export out/grasp.npz --glb --html

stage: $(STAMP)-run $(PAGE) ## Play with a hand in the browser.
	$(BIN)/prehensile stage

gallery: $(STAMP)-run $(PAGE) ## A page of players from all examples, in out/gallery/.
	$(BIN)/python tools/gallery.py

test: $(STAMP)-test $(PAGE) ## Run the tests.
	@for what in drawing browser; do \
		test -f $(STAMP)-$$what && continue; \
		scripts/system-packages $$what optional && touch $(STAMP)-$$what || test $$? -eq 3 || exit 2; \
	done
	$(BIN)/python -m pytest -n auto --maxprocesses 4 $(ARGS)

check: $(STAMP)-test $(STAMP)-check page/node_modules/.package-lock.json ## Lint, format and types.
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/pyright
	$(NPM) run check
	$(NPM) run lint
	$(NPM) test

bench: $(STAMP)-run ## Measure the simulation.
	$(BIN)/prehensile bench world

docs: $(STAMP)-docs ## Build the documentation into docs/_build/html.
	$(BIN)/python -m sphinx -q -W --keep-going docs docs/_build/html

clean: ## Remove everything that was made here.
	rm -rf .venv out dist docs/_build .pytest_cache .ruff_cache .hypothesis
	rm -rf page/node_modules src/prehensile/stage/static src/prehensile/export/static
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps lie inside .venv, so that removing it removes them; a changed pyproject.toml renews them.

$(BIN)/python:
	@scripts/system-packages python
	$(PYTHON) -m venv .venv

$(STAMP)-run: pyproject.toml | $(BIN)/python
	$(PIP) --upgrade 'pip>=25.1' # the first that knows dependency groups
	$(PIP) --editable '.[all]'
	@touch $@

$(STAMP)-test $(STAMP)-check $(STAMP)-docs $(STAMP)-page: $(STAMP)-%: $(STAMP)-run
	$(PIP) --group $*
	@touch $@

# Node comes from PyPI (group page), packages by the lock file; the page is built when its sources
# are newer than it.

page/node_modules/.package-lock.json: page/package.json page/package-lock.json | $(STAMP)-page
	$(NPM) ci --silent
	@touch $@

$(PAGE): page/node_modules/.package-lock.json pyproject.toml \
		$(shell find page -name node_modules -prune -o -type f -print) | $(STAMP)-page
	$(NPM) run build --silent
	@touch $@
