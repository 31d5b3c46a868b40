//! Where tables are read from and put: sources, how they are read, hierarchies and matrices, directories put in place.

/// What a file says of its columns besides their values.
pub use aloof_table::{ColumnInfo, DeclaredMissing, Scale, ValueLabel};

pub use aloof_io::{
    Ask, CellFault, Compression, Database, DtaColumn, DtaFault, Encoding, Format, Input, Matrix, Note, Progress,
    ReadError, ReadOptions, Reading, Seen, Source, TableTarget, Writing, has_password, read_hierarchy, read_matrix,
    write_csv, write_dta, write_parquet, write_xlsx,
};

/// A file or a directory put in place: all of it or nothing.
pub mod publish {
    pub use aloof_io::publish::{
        Digest, Ending, Existing, FilePlacement, Hashed, PublishError, Role, abandon, recover,
    };
}
