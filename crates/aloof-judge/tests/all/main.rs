//! All integration tests of `aloof-judge` in one program: linking once is most of what a test binary costs.

mod agree;
mod agree_chains;
mod agree_classics;
mod agree_composite;
mod agree_follows;
mod agree_knowledge;
mod agree_measures;
mod agree_missing;
mod agree_presence;
mod agree_proximity;
mod agree_register;
mod agree_shapes;
mod attacks;
mod calibration;
mod classics;
mod count_queries;
mod findable;
mod hierarchies;
mod staircase;
mod together;
mod views;
mod weighted;
mod worlds;
