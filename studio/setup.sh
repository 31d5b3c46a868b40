#!/usr/bin/env bash
# Builds the page of the studio into dist/, with what it needs from npm.
# Exit codes: 0 built; 69 it cannot be built here (callers may skip it).
#
#     studio/setup.sh page
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    echo "studio: node and npm are needed" >&2
    exit 69
fi
if [ ! -d node_modules/esbuild ] || [ ! -d node_modules/preact ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    npm ci --silent --no-audit --no-fund || { echo "studio: npm packages cannot be had" >&2; exit 69; }
fi
npm run --silent build
