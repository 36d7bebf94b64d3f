#!/bin/sh
# Write the pinned requirement files anew, with hashes and without any registry address.
#   requirements/run.txt    what `make run` needs
#   requirements/dev.txt    that, and what tests, linting and pages need
#   requirements/bench.txt  that, and the yardsticks of `make bench`
set -eu
bin=${1:-.venv/bin}
"$bin/python" -m pip install --quiet uv
compile() {
    "$bin/uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-annotate --no-header pyproject.toml "$@"
}
compile --group build -o requirements/run.txt
compile --group build --group dev -o requirements/dev.txt
compile --group build --group bench -o requirements/bench.txt
