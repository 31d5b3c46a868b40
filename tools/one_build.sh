#!/usr/bin/env bash
# Whether a wheel is built of the same crates with the same features as the workspace's tests: if not, Arrow and all that stands on it is
# built twice, which takes minutes. Says which crates differ.
set -euo pipefail
cd "$(dirname "$0")/.."

built() {
    ${CARGO:-cargo} tree --locked --prefix none -f '{p} {f}' "$@" | sed 's/ (\*)$//' | sort -u
}

other=$(comm -23 <(built -p aloof-python -e normal,build) <(built --workspace -e normal,build,dev))
if [ -n "$other" ]; then
    echo "a wheel asks other features of these crates than the workspace does:" >&2
    echo "$other" >&2
    exit 1
fi
echo "wheel and tests: one build"
