//! Rows of nothing but stars are judged, too.
