#!/usr/bin/env bash
# Kills `aloof anonymize` (kill -9) at random points, RUNS times (200), and looks at what is left each time: the release
# must be absent or complete and valid, one that stood there must stand, and the next run must sweep up.
#
#   ALOOF_BIN=target/release/aloof peers/kill_test.sh [RUNS] [ROWS]
set -euo pipefail
aloof=$(realpath "${ALOOF_BIN:-target/release/aloof}")
runs=${1:-200} rows=${2:-20000}
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"

"$aloof" generate census --rows "$rows" --seed 1 --out people.csv --quiet >/dev/null
# Groups by k-anonymity: the run spends its time reading, writing and judging rather than searching.
flags=(--quasi age,birthplace,occupation --sensitive income --k 5)
# How long a run takes: the second is warm.
for _ in 1 2; do
    started=$(date +%s%N)
    "$aloof" anonymize people.csv "${flags[@]}" --out timing --private timing-private --replace --quiet
    whole=$(( $(date +%s%N) - started ))
done

valid() {
    local sum
    sum=$(sha256sum release/data.csv | cut -d' ' -f1)
    grep -q "\"$sum\"" release/manifest.json && "$aloof" audit release --original people.csv "${flags[@]}" --json >/dev/null
}

absent=0 complete=0 staged=0 written=0
for run in $(seq "$runs"); do
    before=no; [ -e release ] && before=yes
    "$aloof" anonymize people.csv "${flags[@]}" --out release --private private --replace --quiet 2>/dev/null &
    pid=$!
    sleep "$(awk -v whole="$whole" -v r="$RANDOM" 'BEGIN { printf "%.4f", whole / 1e9 * 1.4 * r / 32768 }')"
    kill -9 "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
    for stage in .release.aloof-*; do
        [ -d "$stage" ] && staged=$((staged + 1)) && [ -e "$stage/data.csv" ] && written=$((written + 1))
    done
    if [ -e release ]; then
        valid || { echo "run $run: the release is there and not valid"; exit 1; }
        complete=$((complete + 1))
    else
        [ "$before" = no ] || { echo "run $run: the release that stood there is gone"; exit 1; }
        absent=$((absent + 1))
    fi
    # Begin anew now and then, so that both cases are seen.
    if [ $((run % 3)) -eq 0 ]; then rm -rf release private; fi
done

"$aloof" anonymize people.csv "${flags[@]}" --out release --private private --replace --quiet
valid
left=$(ls -A | grep -c '\.aloof-' || true)
[ "$left" -eq 0 ] || { echo "the next run left $left staged directories"; exit 1; }
echo "$runs runs killed: $complete times a complete release was there, $absent times none;" \
    "$staged were killed with a staged directory, $written of them with data in it"
