//! A series of releases: groups persist, so that several releases tell nothing that one of them does not.
//!
//! # Source
//! Xiao and Tao, *m-invariance: towards privacy preserving re-publication of dynamic datasets*, SIGMOD 2007; for numbers the values
//! themselves must stay, which are published exactly. See `docs/months.md`.
//!
//! # Method
//! ```text
//! 1  who is known goes back into the thread of the same value, or of the same values               threads.rs
//! 2  threads of the same values that have people where the other has none become one              united.rs
//! 3  who is new takes a place that is free: of a thread with that very value, which grows little   places.rs
//! 4  all others who are new are dealt into groups as for a single release, by whoever asks
//! 5  who is too crowded for that takes a free place however far it is; else each gets a thread
//!    with values of others far enough away, if its own is one of others, too                      lonely.rs, settled.rs
//! 6  a thread shows all of its places: where nobody stands, a counterfeit does
//! 7  its cells reach what they ever reached, and all who are in it                                 cells.rs
//! ```
//! A thread in which nobody is left is not published, and is kept for later. Of two who come back to one place one stands in another
//! thread of the same values.
//!
//! # Why it holds
//! The values of a thread are all different, and no two of them near. Which person of a thread has which place nothing tells apart:
//! whatever is known of who was in it when stays as it is if its values change names; also that counterfeits have values of people, since
//! a thread that is begun with them shows only values that other threads, made of people alone, show as well. So everybody is believed to have each of the
//! values alike, and no interval holds more than one of at least m. `aloof-judge/src/verify/worlds.rs` counts worlds for that.
//!
//! # Cost
//! A pass over the people of this release and of all before, and what each step says of itself.

mod boxes;
mod cells;
mod lonely;
mod people;
mod places;
mod settled;
mod threads;
mod united;
mod values;

pub use boxes::Boxes;
pub use cells::ends;
pub use lonely::{Lonely, stand_alone};
pub use people::{People, Person, Who};
pub use places::{most_growth, take_free_places};
pub use threads::{NOBODY, Thread, Threads};
pub use united::unite;
pub use values::Values;
