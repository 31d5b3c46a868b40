//! Putting directories and files in place: all of it or nothing, whatever happens on the way.
//!
//! ```text
//! recover  what a killed program left half-done
//! stage    a room beside each target, `.{name}.aloof-{pid}-{number}`, on the same file system, closed to others
//! write    files into it, each synced; whoever judges them reads them from there
//! place    sync, then rename each to its target, in one step together: see `switch`
//! ```
//!
//! Until it is placed nothing stands under a target's name, or what stood there does; after it, all of the new does. What
//! stands there gives way only where that is allowed and it is ours: see `standing`. A stage that is dropped, by an error
//! or a panic, removes itself; [`abandon`] removes all of them when a signal ends the program. One that a killed program left
//! behind is removed by the next for the same target: a living program holds a lock, which the system gives back when it
//! dies, however it dies.
//!
//! | file | what it does |
//! |---|---|
//! | `placement` | a release, what is private of it and its report, put in place as one; or one file |
//! | `stage` | a directory or a file while it is made |
//! | `standing` | what stands under a name, and whether it may give way |
//! | `switch` | several renames as one, with a journal |
//! | `exchange` | one rename |
//! | `private` | the private directory as it stands: its key, whose release it is |
//! | `target` | a place and a name |
//! | `registry` | the stages that are open, for a signal |
//! | `stale` | what a killed program left |
//! | `hashed` | a writer that takes the SHA-256 of what passes |
//! | `sync` | directories to disk |

mod error;
mod exchange;
mod hashed;
mod placement;
pub mod private;
mod registry;
mod stage;
mod stale;
mod standing;
mod switch;
mod sync;
mod target;
#[cfg(test)]
mod tests;

pub use error::{PublishError, Role};
pub use hashed::{Digest, Hashed};
pub use placement::{FilePlacement, Placement, Targets, recover, refuse_place};
pub use registry::{Ending, abandon};
pub use stage::{FileStage, Stage, StagedFile};
pub use standing::Existing;
