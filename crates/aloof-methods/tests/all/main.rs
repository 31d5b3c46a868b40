//! All integration tests of `aloof-methods` in one program: linking once is most of what a test binary costs.

mod advise;
mod candidates;
mod gathered;
mod own_distance;
mod pace;
mod split;
mod stop;
mod unanswered;
mod walk_laws;
mod walk_segments;
mod xcolor;
mod xcolor_shapes;
