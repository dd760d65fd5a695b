# HighRES: every task a person or a machine runs. `make help` lists them.
PYTHON ?= python3
PORT ?= 8000
export PORT
VENV := .venv
PY := $(VENV)/bin/python

.DEFAULT_GOAL := help
.PHONY: help setup run test bench lint ci lock

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-8s %s\n", $$1, $$2}'

$(VENV)/run.stamp: requirements/run.lock
	@$(PYTHON) -m venv $(VENV)
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.lock
	@touch $@

$(VENV)/dev.stamp: requirements/dev.lock $(VENV)/run.stamp
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.lock
	@touch $@

setup: $(VENV)/run.stamp ## virtual environment with the locked dependencies

test: $(VENV)/dev.stamp ## the whole test suite
	@$(PY) -m pytest

lint: $(VENV)/dev.stamp ## style, types and import contracts
	@$(VENV)/bin/ruff check . && $(VENV)/bin/ruff format --check . && $(VENV)/bin/mypy && $(VENV)/bin/lint-imports
