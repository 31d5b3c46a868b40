#!/usr/bin/env bash
# Ends `aloof anonymize --replace --private --report` at random points, RUNS times (200), every other time by kill -9, else by
# SIGTERM, and looks at what is left each time:
#
#   the release is absent, or complete and valid; one that stood there stands, or the new one does;
#   the private directory is of that release: digests agree, and every row's group has the size that the release shows;
#   the report is of that release;
#   the exit code is 0 exactly when the new release is there;
#   the next run sweeps up.
#
# A run that was killed by kill -9 between two renames is put right by the next command that uses the private directory; how
# often that was needed is said.
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
make=(anonymize people.csv "${flags[@]}" --group-ids --out release --private private --report report.html --replace --quiet)
fail() { echo "run $run: $*"; exit 1; }

# How long a run takes: the second is warm.
for _ in 1 2; do
    started=$(date +%s%N)
    "$aloof" "${make[@]}"
    whole=$(( $(date +%s%N) - started ))
done

# Sizes of the groups, by number: `group` is the last column of both files.
sizes() {
    head -1 "$1" | grep -q ',group$' || return 1
    tail -n +2 "$1" | awk -F, '{ count[$NF]++ } END { for (group in count) print group, count[group] }' | sort
}

# Whether release, private directory and report are of one run.
together() {
    (cd release && sha256sum --quiet --check ../private/release.sha256 >/dev/null 2>&1) &&
        grep -q "$(sha256sum release/data.csv | cut -d' ' -f1)" release/manifest.json report.html
}

digest() { sha256sum release/manifest.json private/assignment.csv 2>/dev/null | sha256sum; }

absent=0 old=0 new=0 staged=0 righted=0
for run in $(seq "$runs"); do
    before=none; [ -e release ] && before=$(digest)
    "$aloof" "${make[@]}" 2>/dev/null &
    pid=$!
    sleep "$(awk -v whole="$whole" -v r="$RANDOM" 'BEGIN { printf "%.4f", whole / 1e9 * 1.2 * r / 32768 }')"
    signal=KILL; [ $((run % 2)) -eq 0 ] && signal=TERM
    kill "-$signal" "$pid" 2>/dev/null || true
    code=0; wait "$pid" 2>/dev/null || code=$?
    [ -z "$(ls -d .release.aloof-*[0-9] 2>/dev/null)" ] || staged=$((staged + 1))
    if [ -e .release.aloof-switch ]; then
        "$aloof" evaluate --original people.csv --release release --private private "${flags[@]}" --queries 1 >/dev/null 2>&1 || true
        righted=$((righted + 1))
    fi
    after=none; [ -e release ] && after=$(digest)
    if [ "$after" = none ]; then
        [ "$before" = none ] || fail "the release that stood there is gone"
        [ ! -e private ] && [ ! -e report.html ] || fail "there is no release, but something that belongs to one"
        absent=$((absent + 1))
    else
        together || fail "release, private directory and report do not belong together"
        [ "$(sizes release/data.csv)" = "$(sizes private/assignment.csv)" ] || fail "the assignment is of other groups"
        if [ "$after" = "$before" ]; then old=$((old + 1)); else new=$((new + 1)); fi
    fi
    if [ "$code" -eq 0 ]; then
        [ "$after" != "$before" ] || fail "exit code 0 and no new release"
    elif [ "$code" -ne 137 ]; then
        [ "$after" = "$before" ] || fail "exit code $code and a new release"
    fi
    # Now and then the audit has the last word, and all begins anew, so that each case is seen.
    if [ $((run % 10)) -eq 0 ] && [ -e release ]; then
        "$aloof" audit release --original people.csv "${flags[@]}" --group group --json >/dev/null || fail "the release is not valid"
    fi
    if [ $((run % 3)) -eq 0 ]; then rm -rf release private report.html; fi
done

run=last
"$aloof" "${make[@]}"
together || fail "the next run's files do not belong together"
left=$(ls -A | grep -c '\.aloof-' || true)
[ "$left" -eq 0 ] || fail "the next run left $left staged directories"
echo "$runs runs ended: $new times the new release was there, $old times the old one, $absent times none, always with its" \
    "private directory and report and the exit code that belongs to it; $staged were ended with staged directories left," \
    "$righted with a journal, which was put right"
