//! Two commands never contradict each other.
