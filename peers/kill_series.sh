#!/usr/bin/env bash
# Ends `aloof anonymize --previous --replace` at random points, RUNS times (200), every other time by kill -9, else by SIGTERM: ten months
# of one series take turns in one place. Each time, once the next command has put right what was left half-done:
#
#   the ledger is the one of the release: both are the old ones, or both are the new ones;
#   the private directory is of that release: digests agree;
#   the series goes on from there.
#
#   ALOOF_BIN=target/release/aloof peers/kill_series.sh [RUNS] [ROWS]
set -euo pipefail
aloof=$(realpath "${ALOOF_BIN:-target/release/aloof}")
runs=${1:-200} rows=${2:-4000}
here=$(dirname "$(realpath "$0")")
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"

"$aloof" generate census --rows "$rows" --seed 1 --out people.csv --quiet >/dev/null
awk -F, -v OFS=, 'NR == 1 { print "id", $1, $4, $9; next } { print "p" NR, $1, $4, $9 }' people.csv > all.csv
month() { awk -v rest="$1" 'NR == 1 || NR % 10 != rest' all.csv; }
for at in $(seq 0 9); do month "$at" > "month$at.csv"; done
cp "$here/series.toml" aloof.toml
place=(--policy aloof.toml --out release --private private --quiet)
fail() { echo "run $run: $*"; exit 1; }

run=0
"$aloof" anonymize month0.csv "${place[@]}"
cp -r release first; cp -r private first_private
started=$(date +%s%N)
"$aloof" anonymize month1.csv "${place[@]}" --previous private --replace
whole=$(( $(date +%s%N) - started ))

ledger() { sha256sum private/ledger | cut -d' ' -f1; }
manifest() { sha256sum release/manifest.json | cut -d' ' -f1; }
releases() { grep -o '"releases":[0-9]*' private/ledger | cut -d: -f2; }

# The month that stands there: the same one again would be the same release, and only its ledger another.
stands=1
old=0 new=0 righted=0
for run in $(seq "$runs"); do
    before_ledger=$(ledger) before_manifest=$(manifest) before=$(releases)
    next=$(((stands + 1) % 10))
    "$aloof" anonymize "month$next.csv" "${place[@]}" --previous private --replace 2>/dev/null &
    pid=$!
    sleep "$(awk -v whole="$whole" -v r="$RANDOM" 'BEGIN { printf "%.4f", whole / 1e9 * 1.2 * r / 32768 }')"
    signal=KILL; [ $((run % 2)) -eq 0 ] && signal=TERM
    kill "-$signal" "$pid" 2>/dev/null || true
    code=0; wait "$pid" 2>/dev/null || code=$?
    [ -z "$(ls -d .release.aloof-switch 2>/dev/null)" ] || righted=$((righted + 1))
    # Whoever uses the private directory next puts right what was left.
    "$aloof" audit release --policy aloof.toml --private private --previous first --previous-private first_private \
        --quiet >/dev/null 2>&1 || true
    (cd release && sha256sum --quiet --check ../private/release.sha256 >/dev/null 2>&1) || fail "another release than the private directory's"
    if [ "$(ledger)" = "$before_ledger" ]; then
        [ "$(manifest)" = "$before_manifest" ] || fail "a new release with the old ledger"
        [ "$code" -ne 0 ] || fail "exit code 0, and nothing new"
        old=$((old + 1))
    else
        [ "$(manifest)" != "$before_manifest" ] || fail "a new ledger with the old release"
        [ "$(releases)" -eq $((before + 1)) ] || fail "the ledger counts $(releases) releases after $before"
        new=$((new + 1)) stands=$next
    fi
done
"$aloof" anonymize month0.csv "${place[@]}" --previous private --replace
echo "$runs runs: $old times the old release and ledger stood, $new times the new ones; $righted were put right; the series goes on"
