# One entry for everything. `make demo` and `make test` do all the set-up themselves.

PYTHON ?= python3
export PYTHON
# Tests start many interpreters: each would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
STAMP := .venv/.installed
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix page
PAGE := src/prehensile/stage/static/index.html
PLAYER := src/prehensile/export/static/player.html
# A worker keeps to its core, and keeps its memory: giving large arrays back to the system and asking
# for them again takes time.
PYTEST := OPENBLAS_NUM_THREADS=1 MALLOC_MMAP_THRESHOLD_=33554432 MALLOC_TRIM_THRESHOLD_=1073741824 \
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist worksteal

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help install page demo stage gallery test test-long test-wheel test-system check bench docs clean

help: ## Show this list.
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 12

install: $(STAMP)-run $(PAGE) $(STAMP)-ready ## Make .venv with the package, all its extras and the page.

page: $(PAGE) ## Build the Stage's page and the clip player.

demo: $(STAMP)-run ## Pick up a mug; clip, pictures, GLB and player go into out/.
	@test -f $(STAMP)-drawing || { scripts/system-packages drawing needed && touch $(STAMP)-drawing; }
	@$(MAKE) --no-print-directory page || \
		echo "prehensile: the page could not be built, so there is no HTML player; the rest is made" >&2
	$(BIN)/prehensile grasp mug --glb $$(test -f $(PLAYER) && echo --html)

stage: $(STAMP)-run $(PAGE) ## Play with a hand in the browser.
	$(BIN)/prehensile stage

gallery: $(STAMP)-run $(PAGE) ## A page of players from all examples, in out/gallery/.
	$(BIN)/python tools/gallery.py

test: test-system ## Run the tests, the long ones left out; ARGS='-k lie -x' goes to pytest.
	$(PYTEST) -m 'not long' $(ARGS)

test-long: test-system ## Run the long tests.
	$(PYTEST) -m long $(ARGS)

test-wheel: $(STAMP)-wheel $(PAGE) ## Build wheel and sdist; try the wheel in a fresh environment.
	scripts/test-wheel

test-system: $(STAMP)-test $(PAGE)
	@for what in drawing browser; do \
		test -f $(STAMP)-$$what && continue; \
		scripts/system-packages $$what optional && touch $(STAMP)-$$what || test $$? -eq 3 || exit 2; \
	done

check: $(STAMP)-test $(STAMP)-check page/node_modules/.package-lock.json ## Lint, format and types.
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/pyright
	$(NPM) run check
	$(NPM) run lint
	$(NPM) test

bench: $(STAMP)-run ## Measure the simulation.
	$(BIN)/prehensile bench world

measured: $(STAMP)-test $(PAGE) ## Measure all areas and write docs/measured.md; about an hour.
	$(BIN)/python tools/measured.py $(ARGS)

pictures: $(STAMP)-test $(PAGE) ## Draw every picture of README and docs anew; BPY=python with bpy.
	BPY="$(BPY)" $(BIN)/python tools/docs_images.py $(ARGS)

.PHONY: measured pictures

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

# Once after installing: compile and paint what the first grasp would have to wait for.
$(STAMP)-ready: | $(STAMP)-run
	@echo "trying it once, half a minute: later grasps need not wait for it"
	@folder=$$(mktemp -d) && { $(BIN)/prehensile grasp mug --glb --out $$folder > /dev/null 2>&1 || true; } \
		&& rm -r $$folder
	@touch $@

$(STAMP)-test $(STAMP)-check $(STAMP)-docs $(STAMP)-page $(STAMP)-wheel: $(STAMP)-%: $(STAMP)-run
	$(PIP) --group $*
	@touch $@

# Node comes from PyPI (group page), packages by the lock file; the page is built when its sources
# are newer than it.

page/node_modules/.package-lock.json: page/package.json page/package-lock.json | $(STAMP)-page
	@echo "npm ci in page/"
	@$(NPM) ci --no-audit --no-fund --loglevel error || { \
		echo "prehensile: npm could not fetch the page's packages: see its words above. It needs" \
			"the npm registry (behind a proxy: npm config set proxy). Then: make page" >&2; exit 1; }
	@touch $@

$(PAGE): page/node_modules/.package-lock.json pyproject.toml \
		$(shell find page -name node_modules -prune -o -type f -print) | $(STAMP)-page
	@echo "npm run build in page/"
	@$(NPM) run build --silent || { \
		echo "prehensile: the page does not build: see the errors above. Where its packages are" \
			"broken: rm -r page/node_modules && make page" >&2; exit 1; }
	@touch $@
