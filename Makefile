# `make run` and `make test` set everything up by themselves; the second time they start at once.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test soak diagnosis bench site clean lock

run: $(VENV)/.run
	@$(BIN)/meldlaw run

test: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/meldlaw lint
	$(BIN)/pytest

soak: $(VENV)/.dev
	$(BIN)/python tests/soak.py

diagnosis: $(VENV)/.dev
	cd tests && ../$(BIN)/python mutants.py

bench: $(VENV)/.bench
	$(BIN)/python tests/bench.py

site: $(VENV)/.dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --config-file docs/mkdocs.yml

lock: $(VENV)/.dev
	sh requirements/lock.sh $(BIN)

clean:
	rm -rf $(VENV) build dist site .cache

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or later is needed; name it with make PYTHON=..."; exit 1; }
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { rm -rf $(VENV); \
		$(PYTHON) -m venv --without-pip $(VENV) && \
		$(PYTHON) -m pip --python $(VENV)/bin/python install --quiet pip; }

$(VENV)/.run: requirements/run.txt pyproject.toml | $(BIN)/python
	@echo "Setting up (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.run
	@echo "Setting up the tools for tests and pages (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

$(VENV)/.bench: requirements/bench.txt $(VENV)/.run
	@echo "Setting up the yardsticks (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.txt
	@touch $@
