# Aloof: `make demo` runs the main job, `make test` passes all tests. `make help` lists the rest.
.DEFAULT_GOAL := help
CARGO ?= cargo
FUZZ_SECONDS ?= 600
export CARGO_TERM_COLOR ?= never
export CARGO
# The program, with the whole workspace's features: with its own only, tests and wheel would build its dependencies again.
PROGRAM = $(CARGO) build --workspace --bin aloof --locked

.PHONY: help build studio demo test test-rust test-python test-peers test-reports test-studio wheel lint bench bench-walk bench-large bench-postgres bench-peers bench-python kill-test oracle register reproduce reproduce-small fuzz clean

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

build: ## the program, optimized: target/release/aloof
	$(PROGRAM) --release

studio: ## the page of `aloof studio`, from studio/, and the program with it; needs Node
	studio/setup.sh page
	$(PROGRAM) --release

demo: build ## the story: a release that looks safe, and the audit that shows it is not
	target/release/aloof demo

test: ## all of it: lint, documentation, Rust, the Python package, the peers, reports and the studio in a browser; ends with summaries and what was skipped
	@tools/test.sh format crates clippy docs rust python-lint python+peers reports studio

lint: ## formatting, licences and doubled crates, clippy, documentation, Python lint and types; warnings are errors
	@tools/test.sh format crates clippy docs python-lint

test-rust: ## the tests of all crates, doc-tests too
	@tools/test.sh rust

test-python: ## builds the wheel, installs it in an environment of its own, runs its tests, Spark's too
	@tools/test.sh python-lint python

test-peers: ## the cross-checks against pyCANON
	@tools/test.sh peers

test-reports: ## every kind of report in Debian's chromium
	@tools/test.sh reports

test-studio: ## the studio in Debian's chromium: the whole way, what goes wrong, who is refused
	@tools/test.sh studio

wheel: ## the Python package, optimized: python/dist/*.whl
	python/setup.sh release

bench: build ## speed and loss, as ratios to sorting, pyarrow and pyCANON in the same run; docs/bench.md keeps the table
	peers/setup.sh
	$(CARGO) build --release --locked -p aloof --example bench_solve
	$(CARGO) build --release --locked -p aloof-methods --example split_loss --example minimality --example xcolor_loss
	@failed=; for bench in bench_audit bench_pycanon "bench_release --write" "bench_color --write"; do \
		peers/.venv/bin/python peers/$${bench%% *}.py $$(echo "$$bench" | cut -s -d' ' -f2-) || failed="$$failed $${bench%% *}"; \
	done; [ -z "$$failed" ] || { echo "targets missed:$$failed"; exit 1; }

bench-walk: ## walks: effective samples per second against hopsy, seconds against the walk as printed, in the same run
	$(CARGO) build --release --locked -p aloof-methods --example walk_speed
	peers/setup.sh walk
	peers/.venv-walk/bin/python peers/bench_hopsy.py --write

bench-large: build ## 100 million rows inside 16 GiB; takes long and 20 GB of disk
	peers/setup.sh
	$(CARGO) build --release --locked -p aloof --example bench_solve
	peers/.venv/bin/python peers/bench_release.py --only large --write

bench-postgres: ## a million rows of PostgreSQL read in place, beside psql's copy into a file and reading that
	$(CARGO) build --release --workspace --locked --example time_read
	peers/setup.sh
	tools/databases.sh
	peers/.venv/bin/python peers/bench_postgres.py --write

bench-peers: build ## k-anonymity and l-diversity against anonypy, in the same run, and the mark of ARX
	peers/setup.sh
	peers/.venv/bin/python peers/bench_arx.py --write; arx=$$?; \
	peers/.venv/bin/python peers/bench_anonypy.py --write && exit $$arx

bench-python: build wheel ## the wheel against the library, pyCANON, anonypy and Spark, in the same run
	peers/setup.sh
	python/.venv/bin/python peers/bench_python.py --write

kill-test: build ## kills aloof anonymize 200 times and looks at what is left
	peers/kill_test.sh 200
	python3 peers/kill_at_rename.py target/release/aloof

fuzz: ## each fuzz target for FUZZ_SECONDS (600); needs a nightly toolchain
	@$(CARGO) +nightly --version >/dev/null 2>&1 || { echo "make fuzz needs a nightly toolchain (rustup toolchain install nightly)"; exit 2; }
	@$(CARGO) fuzz --version >/dev/null 2>&1 || $(CARGO) install cargo-fuzz --locked
	@# The sanitizer takes one table of SQLite's C code for two of the same name.
	cd fuzz && export ASAN_OPTIONS=detect_odr_violation=0 && for target in reader policy generalized hierarchy zip xlsx xls ods dta sav sas7bdat text; do \
		mkdir -p corpus/$$target && $(CARGO) +nightly fuzz run $$target corpus/$$target seeds/$$target -- \
			-max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=4096 || exit 1; done

clean: ## everything that was built
	$(CARGO) clean
	rm -rf aloof-demo peers/.venv peers/.venv-walk peers/.venv-anonymeter python/.venv python/dist fuzz/target browser/node_modules studio/node_modules studio/dist/*

register: ## 100,000 random small tables in the register view: every release by the definition, every refusal against all groupings
	$(CARGO) run --release --locked --workspace --example register_tables -- 100000

oracle: build ## 25,000 random small tables through every method and view, against a program of its own (peers/oracle)
	python3 peers/oracle/run.py --cases 25000 --seed 1 --aloof target/release/aloof --keep target/oracle

# Real tables that stand beside the generated census in docs/reproduction, where they are.
REPRODUCE_DATA ?=

reproduce: build ## the papers' experiments and ours: makes docs/reproduction.md and docs/reproduction anew
	rm -rf docs/reproduction docs/reproduction.md
	target/release/aloof reproduce all --out docs/reproduction $(if $(REPRODUCE_DATA),--data $(REPRODUCE_DATA))
	@$(MAKE) --no-print-directory reproduce-small

reproduce-small: build ## docs/reproduction/small.txt: the digests that a test holds the program against
	@rm -rf target/reproduce && : > docs/reproduction/small.txt
	@for run in "em --rows 1500 --queries 30" "xc --rows 400 --queries 20" "rw --rows 200 --queries 20" "ours --rows 1500 --queries 30"; do \
		name=$${run%% *}; target/release/aloof reproduce $$run --out target/reproduce/$$name --quiet --json > /dev/null && \
		sed "s/^/$$name /" target/reproduce/$$name/digests.txt >> docs/reproduction/small.txt || exit 1; done
