# One entry for everything. `make demo` and `make test` do all the set-up themselves.

PYTHON ?= python3
export PYTHON

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
STAMP := .venv/.installed

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help install demo test check bench docs clean

help: ## Show this list.
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 10

install: $(STAMP)-run ## Make .venv with the package and all its extras.

demo: $(STAMP)-run ## Pick up a mug; the clip and its pictures go into out/.
	@test -f $(STAMP)-drawing || { scripts/system-packages drawing needed && touch $(STAMP)-drawing; }
	$(BIN)/prehensile grasp mug

test: $(STAMP)-test ## Run the tests.
	@test -f $(STAMP)-drawing || { scripts/system-packages drawing optional && touch $(STAMP)-drawing; } \
		|| test $$? -eq 3
	$(BIN)/python -m pytest -n auto --maxprocesses 4 $(ARGS)

check: $(STAMP)-test $(STAMP)-check ## Lint, format and types.
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/pyright

bench: $(STAMP)-run ## Measure the simulation.
	$(BIN)/prehensile bench world

docs: $(STAMP)-docs ## Build the documentation into docs/_build/html.
	$(BIN)/python -m sphinx -q -W --keep-going docs docs/_build/html

clean: ## Remove everything that was made here.
	rm -rf .venv out dist docs/_build .pytest_cache .ruff_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps lie inside .venv, so that removing it removes them; a changed pyproject.toml renews them.

$(BIN)/python:
	@scripts/system-packages python
	$(PYTHON) -m venv .venv

$(STAMP)-run: pyproject.toml | $(BIN)/python
	$(PIP) --upgrade 'pip>=25.1' # the first that knows dependency groups
	$(PIP) --editable '.[all]'
	@touch $@

$(STAMP)-test $(STAMP)-check $(STAMP)-docs: $(STAMP)-%: $(STAMP)-run
	$(PIP) --group $*
	@touch $@
