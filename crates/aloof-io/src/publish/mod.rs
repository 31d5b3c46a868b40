//! Putting a directory in place: all of it or nothing, whatever happens on the way.
//!
//! ```text
//! stage    a sibling of the target, `.{name}.aloof-{pid}-{number}`, on the same file system
//! write    files into it, each synced; whoever judges them reads them from there
//! place    sync the directory, rename it to the target in one step, sync the parent
//! ```
//!
//! Until the rename nothing stands under the target's name, or the old directory does; after it, all of the new one does.
//! A stage that is dropped, by an error or a panic, removes itself; [`abandon`] removes all of them when a signal ends the
//! program. One that a killed program left behind is removed by the next [`Stage::new`] for the same target: a living
//! program holds a lock on its stage, which the system gives back when it dies, however it dies.
//!
//! | file | what it does |
//! |---|---|
//! | `stage` | the directory while it is made |
//! | `registry` | the stages that are open, for a signal |
//! | `stale` | what a killed program left |
//! | `hashed` | a writer that takes the SHA-256 of what passes |
//! | `sync` | directories to disk |

mod hashed;
mod registry;
mod stage;
mod stale;
mod sync;

pub use hashed::{Digest, Hashed};
pub use registry::abandon;
pub use stage::{Existing, PublishError, Secrecy, Stage, StagedFile};
