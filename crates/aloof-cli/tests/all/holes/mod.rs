//! Holes that strangers found: every one is closed by what stands in its file, which fails without.

mod h01_hierarchy;
mod h02_manifest_believed;
mod h03_walk_audited;
mod h04_seed_and_order;
mod h05_figures_that_tell;
mod h06_replace_and_report;
mod h07_placed_together;
mod h08_starred_rows;
mod h09_escapes;
mod h10_cost;
mod h11_panics;
mod h12_one_answer;
mod h13_unprotected;
mod h14_formulas;
mod h15_printed_walk;
mod h16_alike_groups;
mod h17_doubled_stars;
mod h18_demo_and_yours;
mod h19_strangers;
mod h20_labels;
mod h20_recount;
mod h21_few_rows;
mod h22_breaker;
mod h22_self_described;
mod h23_nobody_has_a_value;
mod h24_written_otherwise;
