//! Figures and domains that are published tell nothing of what is not.
