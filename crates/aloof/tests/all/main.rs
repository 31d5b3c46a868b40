//! All integration tests of `aloof` in one program: linking once is most of what a test binary costs.

mod agree;
mod anonymize;
mod color;
mod color_census;
mod combined;
mod mutated;
mod presence;
mod price;
mod series;
mod starred;
mod walk;
mod withhold;
