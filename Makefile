# HighRES: every task a person or a machine runs. `make help` lists them.
# The first Python here that is new enough; name another with PYTHON=...
PYTHON ?= $(shell for python in python3 python3.11 python3.12 python3.13 python3.14; do \
  $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
  python=python3; done; echo $$python)
PORT ?= 8000
export PORT
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip install --quiet --disable-pip-version-check --no-input --require-hashes

stop = { echo "make: $(1)"; exit 1; }
OTHER := Name another with make run PYTHON=python3.11
OFFLINE := pip could not install the dependencies (its last lines are above): is the network there?

.DEFAULT_GOAL := help
.PHONY: help setup run test bench lint format ci lock

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-8s %s\n", $$1, $$2}'

setup: $(VENV)/run.stamp ## virtual environment with the locked dependencies

run: $(VENV)/run.stamp ## everything on this machine: web, marketplace, workers (PORT=8000)
	@$(PY) -m highres_web.run

test: $(VENV)/dev.stamp ## the whole test suite
	@$(PY) -m pytest

bench: $(VENV)/dev.stamp ## every figure the project promises, measured here
	@$(PY) -m tests.bench

lint: $(VENV)/dev.stamp ## style, types and import contracts
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/mypy
	@$(VENV)/bin/lint-imports

format: $(VENV)/dev.stamp ## mend the style where a machine can
	@$(VENV)/bin/ruff check --fix --quiet .
	@$(VENV)/bin/ruff format --quiet .

ci: ## what a pull request must pass: both profiles, lint, contracts, nothing skipped
	@.ci/run

lock: $(VENV)/dev.stamp ## choose the newest versions again and lock them with hashes
	@for set in run dev; do \
	  $(VENV)/bin/uv pip compile --quiet --upgrade --generate-hashes --no-emit-index-url \
	    --no-emit-find-links --no-annotate --custom-compile-command "make lock" \
	    requirements/$$set.in -o requirements/$$set.lock; done

$(VENV)/made.stamp:
	@command -v $(PYTHON) >/dev/null || $(call stop,there is no $(PYTHON) here. $(OTHER))
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || $(call stop,Python 3.11 or newer is needed; $(PYTHON) is older. $(OTHER))
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || $(call stop,$(PYTHON) has no venv module (Debian: apt install python3-venv). $(OTHER))
	@echo "making the virtual environment $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/run.stamp: requirements/run.lock $(VENV)/made.stamp
	@echo "installing the locked dependencies ..."
	@$(PIP) -r requirements/run.lock || $(call stop,$(OFFLINE))
	@touch $@

$(VENV)/dev.stamp: requirements/dev.lock $(VENV)/run.stamp
	@echo "installing what the tests need ..."
	@$(PIP) -r requirements/dev.lock || $(call stop,$(OFFLINE))
	@touch $@
