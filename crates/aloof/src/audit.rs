//! Is this table safe, which records are not, and why?
//!
//! Works on any table: rows with equal quasi text are a group, or a column says which. All of it stands in a room of its own that
//! cannot see what makes releases.

#[doc(inline)]
pub use aloof_audit::audit::{
    Audit, AuditRequest, BOUNDS_NO_GUESS, BeyondReport, CheckReport, ClaimReport, FilesReport, FollowingColumn,
    ImplicationReport, KnowledgeReport, MeasureReport, MissingReport, OthersReport, People, ProximityReport,
    PseudonymReport, RiskPicture, StairReport, TellingColumn, TogetherCheck, TogetherReport, TruthReport, Unasked,
    Verdict, Violation, WithheldCheck, WithheldReport, WorstGroup, audit, audit_in_series, bounds_no_guess,
    is_of_release, policy_beside, risks, stated_policy, would_promise,
};

pub(crate) use aloof_audit::audit::{
    Following, WalkClaim, Withheld, cells_left_out, following_in, join, judge, judge_tables, judge_walked, losses,
    losses_within, person_column, read_released, refuse_spelled, stands_as_perturbed, told_of_missing,
};
