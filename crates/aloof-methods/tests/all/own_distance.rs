//! The example with a distance of one's own keeps working.

#[path = "../../examples/own_distance.rs"]
#[allow(dead_code, reason = "an example is a program of its own")]
mod example;

#[test]
fn the_example_makes_groups() {
    example::main();
}
