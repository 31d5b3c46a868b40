#!/usr/bin/env bash
# Installs the pinned packages of requirements.txt into python/.venv, builds the wheel and installs it there.
# `setup.sh dev` builds it as `cargo test` builds the library, `setup.sh release` optimized. What is there is not made again.
# `setup.sh packages` installs the packages only; `setup.sh which` says which Python is used.
#
# Exit codes: 0 ready; 1 something failed; 69 there is no suitable Python, or the package index cannot be reached (callers
#             may skip what needs them).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
profile=${1:-dev}
venv=$here/.venv
stamp=$venv/.installed
wanted=$(cksum <"$here/requirements.txt")

find_python() {
    for candidate in "${PYTHON:-}" python3.13 python3.12 python3.11 python3; do
        [ -n "$candidate" ] || continue
        if "$candidate" -c 'import sys; sys.exit(sys.version_info[:2] < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    echo "python: Python 3.11 or later is needed (set PYTHON to name one)" >&2
    exit 69
}

# Spark needs Java 17 or later; where there is none it is installed from Debian's packages. Where that cannot be done, the
# package is ready all the same, and the tests of Spark say that they are skipped.
find_java() {
    java -version >/dev/null 2>&1 && return
    local run=
    [ "$(id -u)" = 0 ] || run="sudo -n"
    { $run apt-get update -qq && $run apt-get install -y -qq --no-install-recommends openjdk-17-jre-headless; } \
        >/dev/null 2>&1 && return
    echo "python: there is no Java 17 and it cannot be installed (for instance the package openjdk-17-jre-headless)" >&2
}

install_packages() {
    local python
    python=$(find_python) || exit
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    rm -f "$stamp"
    "$python" -m venv --clear "$venv"
    if ! "$venv/bin/pip" install --quiet --disable-pip-version-check --retries 2 \
        --requirement "$here/requirements.txt" >"$log" 2>&1; then
        local unreachable='NewConnectionError|ConnectTimeout|ReadTimeout|Connection ?Refused|Connection ?Reset|ProxyError'
        unreachable+='|Max retries exceeded|Network is unreachable|Temporary failure in name resolution|Name or service not known'
        if grep -qiE "$unreachable" "$log"; then
            echo "python: the package index cannot be reached, so the Python tests cannot run" >&2
            exit 69
        fi
        cat "$log" >&2
        exit 1
    fi
    echo "$wanted" >"$stamp"
}

if [ "$profile" = which ]; then
    find_python
    exit
fi
if [ ! -x "$venv/bin/python" ] || [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]; then
    install_packages
fi
[ "$profile" != packages ] || exit 0
find_java
rm -rf "$here/dist"
(cd "$here" && PATH=$venv/bin:$PATH "$venv/bin/maturin" build --quiet --locked --profile "$profile" --out dist)
"$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --force-reinstall "$here"/dist/*.whl
