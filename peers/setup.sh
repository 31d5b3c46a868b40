#!/usr/bin/env bash
# Installs the pinned Python peers into peers/.venv. Does nothing when they are already there.
# `setup.sh walk` installs those of requirements-walk.txt into peers/.venv-walk, `setup.sh anonymeter` likewise: they want other versions.
#
# Exit codes: 0 ready; 1 the installation failed; 69 there is no suitable Python, or the package index cannot be reached
#             (callers may skip the peer checks).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
venv=$here/.venv${1:+-$1}
requirements=$here/requirements${1:+-$1}.txt
stamp=$venv/.installed
wanted=$(cksum <"$requirements")

if [ -x "$venv/bin/python" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
    exit 0
fi

python=
for candidate in "${PYTHON:-}" python3.11 python3; do
    [ -n "$candidate" ] || continue
    if "$candidate" -c 'import sys; sys.exit(sys.version_info[:2] < (3, 11))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    echo "peers: Python 3.11 or later is needed (set PYTHON to name one)" >&2
    exit 69
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
rm -f "$stamp"
if ! "$python" -m venv --clear "$venv" >"$log" 2>&1; then
    cat "$log" >&2
    echo "peers: the virtual environment could not be made" >&2
    exit 1
fi
if ! "$venv/bin/pip" install --quiet --disable-pip-version-check --retries 2 \
    --requirement "$requirements" >"$log" 2>&1; then
    unreachable='NewConnectionError|ConnectTimeout|ReadTimeout|Connection ?Refused|Connection ?Reset|ProxyError'
    unreachable+='|Max retries exceeded|Network is unreachable|Temporary failure in name resolution|Name or service not known'
    if grep -qiE "$unreachable" "$log"; then
        echo "peers: the package index cannot be reached, so the Python peers are not installed; checks against them are skipped" >&2
        exit 69
    fi
    cat "$log" >&2
    echo "peers: the packages of requirements.txt could not be installed" >&2
    exit 1
fi
echo "$wanted" >"$stamp"
