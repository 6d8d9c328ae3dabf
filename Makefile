# Two commands matter: `make run` and `make test`. Both install what they need into .venv.
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8501
LAWS := tests/link/test_round_trip.py tests/cost/test_laws.py tests/speed/test_laws.py tests/memory/test_random_shapes.py

.PHONY: help run test check lint types accuracy bench screenshots schema hooks clean

help: ## Say what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

$(VENV)/run.stamp: requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Esep needs Python 3.11 or newer; set PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/dev.stamp: requirements-dev.txt requirements.txt $(VENV)/run.stamp
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

run: $(VENV)/run.stamp ## Serve the dashboard on http://localhost:8501
	$(BIN)/streamlit run app.py --server.port $(PORT)

test: $(VENV)/dev.stamp ## Run the tests (at most 4 minutes)
	@$(BIN)/python -m tests.browser || true
	$(BIN)/python -m pytest -m "not slow" -n 2 --dist worksteal

check: lint types $(VENV)/dev.stamp ## Lint, types and the long tests (at most 25 minutes)
	$(BIN)/pip check
	$(BIN)/python -m pytest -m slow -n 2 --dist worksteal
	$(BIN)/python -m pytest -n 2 --hypothesis-profile=fuzz $(LAWS)

lint: $(VENV)/dev.stamp ## ruff: rules and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev.stamp ## mypy, strict
	$(BIN)/mypy

accuracy: $(VENV)/dev.stamp ## Print estimated against measured memory
	$(BIN)/python -m benchmarks.accuracy

bench: $(VENV)/dev.stamp ## Print times as ratios to a reference in the same run
	$(BIN)/python -m benchmarks

schema: $(VENV)/run.stamp ## Write docs/scenario.schema.json anew
	$(BIN)/python -m calc schema - < /dev/null > docs/scenario.schema.json

hooks: $(VENV)/dev.stamp ## Install the pre-commit hooks
	$(BIN)/pre-commit install

clean: ## Remove the environment and caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis test-results
