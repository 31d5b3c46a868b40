//! All integration tests of `aloof-methods` in one program: linking once is most of what a test binary costs.

mod advise;
mod candidates;
mod own_distance;
mod split;
mod stop;
mod unanswered;
mod walk_laws;
mod walk_segments;
mod xcolor;
mod xcolor_shapes;
