#!/usr/bin/env bash
# Runs the parts of `make test` in the order given, each into a log of its own, and stops at the first that fails. In the
# end stand the summaries of all runners again, and in the last line what was skipped.
#
#     tools/test.sh PART...        PART: format crates clippy docs rust python-lint python peers reports studio
#     tools/test.sh ONE+OTHER      side by side: parts that leave a core idle, as Spark's tests do, and need nothing of each other
#
# A part, or a test in it, that lacks something is skipped, with its reason. ALOOF_NO_SKIP forbids that: `1` altogether, or
# a list of what must be there: pypi (the package index), java, browser, databases (PostgreSQL's server, DuckDB's program), data
# (real tables beside the repository), user (rights that a test needs), programs (R and PSPP, which write files to read), other.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

cargo=${CARGO:-cargo}
logs=target/test-logs
program=target/debug/aloof
# With the whole workspace's features: with its own only, tests and wheel would build its dependencies again.
build_program() { $cargo build --workspace --bin aloof --locked; }

run_format() { $cargo fmt --all --check && echo "formatting: nothing to change"; }

run_crates() {
    local python
    python=$(python/setup.sh which) || return 69
    "$python" -m doctest tools/check_crates.py &&
        $cargo metadata --format-version 1 --locked | "$python" tools/check_crates.py && tools/one_build.sh
}

run_clippy() { $cargo clippy --workspace --all-targets --locked -- -D warnings && echo "clippy: no warnings"; }

run_docs() { RUSTDOCFLAGS="-D warnings" $cargo doc --no-deps --workspace --locked && echo "documentation: no warnings"; }

# Shown are also the words of tests that passed: some say that they were skipped.
run_rust() {
    local programs
    programs=$(tools/databases.sh)
    PATH=$PATH:$programs $cargo test --workspace --locked -- --show-output
}

run_python-lint() {
    python/setup.sh packages || return
    (cd python && .venv/bin/ruff check . ../peers ../tools && .venv/bin/mypy)
}

run_python() {
    build_program && python/setup.sh dev || return
    (cd python && ALOOF_BIN=$OLDPWD/$program .venv/bin/python run_tests.py -q -rs)
}

run_peers() {
    build_program && peers/setup.sh || return
    ALOOF_BIN=$PWD/$program peers/.venv/bin/python -m pytest -q -rs peers
}

run_reports() {
    build_program && browser/setup.sh || return
    node browser/check.mjs $program
}

# Its page is built first: the program takes it in.
run_studio() {
    browser/setup.sh && studio/setup.sh page && build_program || return
    (cd studio && npm run --silent check && node test/test.mjs ../$program)
}

# The summary lines of a log, as its runner wrote them.
summary() {
    case $1 in
        rust)
            # Programs of the same name are told apart by the crate that was named before them.
            awk '/^ +Running unittests / { crate = $NF; gsub(/^.*\/|-[0-9a-f]*\)$/, "", crate) }
                 /^ +Running / { name = crate " " ($2 == "unittests" ? $3 : $2) }
                 /^ +Doc-tests / { name = $2 " doc-tests" }
                 /^test result: / { print name ": " $0; passed += $4; failed += $6; ignored += $8; programs++ }
                 END { printf "%d passed, %d failed, %d ignored in %d programs\n", passed, failed, ignored, programs }' \
                "$logs/rust.log" | grep -v ' 0 passed; 0 failed; 0 ignored' ;;
        python-lint) grep -E '^(All checks passed|Found [0-9]+ error|Success: )' "$logs/$1.log" ;;
        python | peers) grep -E '^[=0-9].*(passed|failed|error|skipped)' "$logs/$1.log" | tail -1 ;;
        *) tail -1 "$logs/$1.log" ;;
    esac
}

# What tests say of themselves: `skipped: REASON` in Rust, `SKIPPED [N] PLACE: REASON` by pytest. A line per test.
skipped_tests() {
    sed -nE 's/^skipped: (.*)/\1/p' "$logs/$1.log"
    sed -nE 's/^SKIPPED \[([0-9]+)\] [^ ]+: (.*)/\1 \2/p' "$logs/$1.log" |
        while read -r many reason; do for _ in $(seq "$many"); do echo "$reason"; done; done
}

# What is lacking, by the reason that was given.
kind_of() {
    case $1 in
        *PostgreSQL* | *DuckDB*) echo databases ;;
        *Java*) echo java ;;
        *"package index"* | *PyPI* | *"Python 3.11"*) echo pypi ;;
        *chromium* | *"node and npm"* | *"npm packages"*) echo browser ;;
        *"is not there"* | *"beside the repository"*) echo data ;;
        *"this user may"*) echo user ;;
        *"cannot be found (the package"*) echo programs ;;
        *) echo other ;;
    esac
}

is_forbidden() {
    [ "${ALOOF_NO_SKIP:-}" = 1 ] || [[ " ${ALOOF_NO_SKIP:-} " == *" $1 "* ]]
}

# Writes down what was skipped of a part; fails where that is forbidden.
note_skips() {
    local part=$1 reason kind result=0
    while IFS= read -r reason; do
        kind=$(kind_of "$reason")
        echo "$kind: $part, $reason" >>"$logs/skipped"
        if is_forbidden "$kind"; then
            echo "$part: skipped where it must not be (ALOOF_NO_SKIP has $kind): $reason" >&2
            result=1
        fi
    done
    return $result
}

show_summaries() {
    local part
    echo
    echo "Summaries (logs: $logs)"
    for part in "${done_parts[@]}"; do
        summary "$part" | sed "s/^/  $part: /"
        echo "  $part: ${seconds[$part]} s"
    done
    if [ -s "$logs/skipped" ]; then
        echo "Skipped"
        sort "$logs/skipped" | uniq -c | sed -E 's/^ *([0-9]+) /  \1 × /'
    fi
}

fail() {
    tail -60 "$logs/$1.log"
    show_summaries
    echo "FAILED: $1 ($logs/$1.log); parts after it did not run"
    exit 1
}

# Runs a part, shown and written into its log, and leaves its exit code and its seconds beside it.
run_part() {
    local started=$SECONDS code
    "run_$1" 2>&1 | tee "$logs/$1.log"
    code=${PIPESTATUS[0]}
    echo "$code $((SECONDS - started))" >"$logs/$1.ended"
}

# What a part left: what it skipped, and whether it failed.
end_part() {
    local part=$1 code
    read -r code "seconds[$part]" <"$logs/$part.ended"
    done_parts+=("$part")
    if [ "$code" -eq 69 ]; then
        tail -1 "$logs/$part.log" | note_skips "$part" || fail "$part"
    elif [ "$code" -ne 0 ]; then
        fail "$part"
    else
        skipped_tests "$part" | note_skips "$part" || fail "$part"
    fi
}

mkdir -p "$logs"
rm -f "$logs"/*
declare -A seconds
done_parts=()
for parts in "$@"; do
    echo "== ${parts//+/ beside }"
    IFS=+ read -ra together <<<"$parts"
    # Shown while it runs is the first; what the others say stands in their logs.
    for part in "${together[@]:1}"; do run_part "$part" >/dev/null & done
    run_part "${together[0]}"
    wait
    for part in "${together[@]}"; do end_part "$part"; done
done

show_summaries
many=$(cat "$logs/skipped" 2>/dev/null | wc -l)
if [ "$many" -eq 0 ]; then
    echo "all passed; nothing was skipped"
else
    echo "all passed; skipped: $many ($(cut -d: -f1 "$logs/skipped" | sort | uniq -c | awk '{ printf "%s%s %d", sep, $2, $1; sep = ", " }'))"
fi
