//! An audit believes no file's word about itself.
