#!/usr/bin/env bash
# Installs what the browser check needs: Debian's chromium, and puppeteer-core and axe-core from npm.
# Does nothing when they are there. Exit codes: 0 ready; 69 they cannot be had here (callers may skip the check).
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    echo "browser: node and npm are needed" >&2
    exit 69
fi
if ! command -v chromium >/dev/null; then
    run=; [ "$(id -u)" = 0 ] || run="sudo -n"
    { $run apt-get update -qq && $run apt-get install -y -qq --no-install-recommends chromium; } >/dev/null 2>&1 \
        || { echo "browser: chromium is not there and cannot be installed" >&2; exit 69; }
fi
if [ ! -d "$here/node_modules/axe-core" ] || [ ! -d "$here/node_modules/puppeteer-core" ]; then
    (cd "$here" && npm ci --silent --no-audit --no-fund) || { echo "browser: npm packages cannot be had" >&2; exit 69; }
fi
