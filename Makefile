# dplearn: `make lab` to read, `make test` to check everything. Both set up .venv first.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
STAMP := $(VENV)/.installed
LAB_ARGS ?=
# Jupyter refuses to start as root unless told so; in a container there is nobody else.
ROOT_ARGS := $(if $(filter 0,$(shell id -u)),--allow-root)
# For two cores: who asks a browser, a kernel or a student's process often waits.
WORKERS ?= 3
# Set in many containers, and then each of some hundred processes would compile the package again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help lab test test-unit notebooks site book engines assignments grade repeat bench clean

help:  ## This list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

# Again whenever the list of dependencies changes.
$(STAMP): pyproject.toml etc/dplearn.json etc/labconfig/dplearn.json
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "dplearn needs Python 3.11 or later; '$(PYTHON)' is not. Try: make PYTHON=python3.12 <target>" >&2; exit 1; }
	@test -x $(PY) || $(PYTHON) -m venv $(VENV) \
	  || { echo "Could not make $(VENV). On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	$(PY) -m pip install --quiet --disable-pip-version-check --no-compile -e '.[test]'
	@for folder in jupyter_server_config.d labconfig/default_setting_overrides.d; do mkdir -p $(VENV)/etc/jupyter/$$folder; done
	@cp etc/dplearn.json $(VENV)/etc/jupyter/jupyter_server_config.d/  # these two are no part of an editable install
	@cp etc/labconfig/dplearn.json $(VENV)/etc/jupyter/labconfig/default_setting_overrides.d/
	@touch $@

lab: $(STAMP)  ## Open the course in JupyterLab (more options: LAB_ARGS="--no-browser --port=9999")
	$(VENV)/bin/jupyter lab --ip=127.0.0.1 --ServerApp.root_dir="$(CURDIR)" $(ROOT_ARGS) $(LAB_ARGS) notebooks/00-start-here.ipynb

TESTS := 3,520
# One thread of linear algebra a worker: workers with several each wait for one another. conftest.py says what runs where, and when.
PYTEST := OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 $(PY) -m pytest -n $(WORKERS)
NBVAL := --nbval --nbval-current-env --nbval-cell-timeout 600 --nbval-kernel-startup-timeout 600 --nbval-sanitize-with tests/notebooks/sanitize.cfg

# A missing browser is an error, never a skip.
test: $(STAMP)  ## Unit tests, privacy audits, statements, notebooks, browser, Binder rehearsal
	@echo "$(TESTS) tests, a dot each: ten to fifteen minutes on two quiet cores, longer on busy ones"
	@DPLEARN_CHROMIUM="$$($(PY) tools/ensure_chromium.py)" && export DPLEARN_CHROMIUM && set -x \
	  && $(PYTEST) $(NBVAL) --ignore tests/benchmarks tests notebooks

test-unit: $(STAMP)  ## The quick part: unit tests and audits only
	@echo "Without notebooks, browser, site and Binder"
	$(PYTEST) --ignore tests/browser --ignore tests/site --ignore tests/binder --ignore tests/benchmarks tests

notebooks: $(STAMP)  ## Run all notebooks in place, without widget state or volatile metadata
	$(PY) tools/run_notebooks.py

site: $(STAMP)  ## The course as a web site in site/: sliders live without a kernel, from a host's folder or a USB stick (PYODIDE=cdn: with "Run live")
	$(PY) -m tools.site $(if $(PYODIDE),--pyodide "$(PYODIDE)")

book: $(STAMP)  ## The course as one PDF, site/course.pdf; the next `make site` offers it on its first page
	$(PY) -m tools.site.book

# Selenium, and the driver that Debian does not carry.
ENGINES := $(VENV)/.engines
$(ENGINES): $(STAMP)
	$(PY) -m pip install --quiet --disable-pip-version-check -e '.[engines]'
	@touch $@

engines: $(ENGINES)  ## Every page of site/ in three engines (Debian: chromium-driver firefox-esr webkit2gtk-driver xvfb xauth)
	@test -e site/index.html || $(MAKE) site
	xvfb-run -a $(PY) tests/browser/engines.py site

# What an instructor needs and a reader does not.
GRADING := $(VENV)/.grading
$(GRADING): $(STAMP)
	$(PY) -m pip install --quiet --disable-pip-version-check -e '.[grade]'
	@touch $@

assignments: $(GRADING)  ## The students' notebooks, from their sources: all, or A=a2 (for a class: CLASS=its-key TO=folder)
	made="$$($(PY) -m assignments.grading.release $(A) $(if $(CLASS),--class "$(CLASS)") $(if $(TO),--to "$(TO)") $(if $(FORCE),--force))" \
	  && echo "$$made" && echo "$$made" | tr '\n' '\0' | xargs -0 $(PY) tools/run_notebooks.py

grade: $(GRADING)  ## Grade a folder or zip: make grade A=a2 FROM=submissions.zip OUT=graded (CLASS=key HANDOUT=folder ROSTER=csv DUE="2027-10-05 18:00")
	$(PY) -m assignments.grading "$(A)" "$(FROM)" "$(OUT)" $(if $(CLASS),--class "$(CLASS)") \
	  $(if $(HANDOUT),--handout "$(HANDOUT)") $(if $(ROSTER),--roster "$(ROSTER)") $(if $(DUE),--due "$(DUE)")

repeat: $(STAMP)  ## The notebooks by nbval N times in a row (N=10)
	for i in $$(seq $(or $(N),10)); do $(PYTEST) -q $(NBVAL) notebooks || exit 1; done

bench: $(STAMP)  ## Measure speed (compare only within one run)
	$(PY) tests/benchmarks/budgets.py
	@DPLEARN_CHROMIUM="$$($(PY) tools/ensure_chromium.py)" && export DPLEARN_CHROMIUM && $(PY) tests/benchmarks/latency.py

clean:  ## Remove .venv and everything that can be made again
	rm -rf $(VENV) build dist site .cache *.egg-info .pytest_cache .coverage
	find dplearn tests tools notebooks -name __pycache__ -o -name .ipynb_checkpoints | xargs rm -rf
