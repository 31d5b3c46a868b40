#!/usr/bin/env bash
# Installs what the tests of databases need: Debian's PostgreSQL server, and DuckDB's program from the Python package index into
# target/databases. Does nothing when they are there. Where one cannot be had, its tests say that they are skipped.
#
#     tools/databases.sh        prints the directories to put on PATH
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv=$here/target/databases

servers() { ls -d /usr/lib/postgresql/*/bin/ 2>/dev/null; }

if ! command -v initdb >/dev/null && [ -z "$(servers)" ]; then
    run=; [ "$(id -u)" = 0 ] || run="sudo -n"
    { $run apt-get update -qq && $run apt-get install -y -qq --no-install-recommends postgresql; } >/dev/null 2>&1 ||
        echo "databases: PostgreSQL is not there and cannot be installed" >&2
fi
if ! command -v duckdb >/dev/null && [ ! -x "$venv/bin/duckdb" ]; then
    python=$("$here/python/setup.sh" which) && "$python" -m venv "$venv" >/dev/null 2>&1 &&
        "$venv/bin/pip" install --quiet --disable-pip-version-check --retries 2 duckdb-cli==1.5.6 >/dev/null 2>&1 ||
        echo "databases: DuckDB is not there and cannot be installed" >&2
fi
echo "$venv/bin"
