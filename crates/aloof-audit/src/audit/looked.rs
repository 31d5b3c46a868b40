//! What is seen of a table besides its groups: columns that nobody named, orders, writing, cells, texts that may mean something else.
//!
//! It is looked at before groups are judged, while both tables are held, and told after the verdict on groups is known: what is found
//! leaves a promise open, or is a note.
//!
//! # Cost
//! The sum of the files that look, each of which says its own.

use aloof_table::LabelColumn;

use super::missed::Missed;
use super::who::tell_assumption;
use super::{
    Audit, AuditRequest, Evidence, FollowingColumn, OthersReport, check, coded, counterfeits, follows, lost, order,
    others, pseudonyms, spelled,
};
use crate::Error;
use crate::data::{Original, Released, Repeats, told_of_rows};
use crate::policy::Policy;
use crate::words;

/// What was seen.
pub(super) struct Looked {
    /// Rows of the table.
    rows: usize,
    others: Option<OthersReport>,
    following: Vec<FollowingColumn>,
    /// Names of people as the original has them, of columns that are published as pseudonyms.
    names: Vec<(String, LabelColumn)>,
    lost: Option<f64>,
    missed: Missed,
    /// Notes of groups that a column states, and of codings.
    stated: Option<String>,
    coded: Vec<String>,
    /// Notes of sensitive columns that look as if they named people.
    named: Vec<String>,
    /// What leaves a promise open, in the order in which it is told.
    unjudged: Vec<String>,
    /// The same, after what other sheets say.
    doubts: Vec<String>,
}

impl Looked {
    /// Looks; groups are not judged yet, and the table is not folded.
    pub fn at(
        request: &AuditRequest<'_>,
        evidence: &Evidence,
        original: Option<&Original>,
        released: &Released,
    ) -> Result<Self, Error> {
        let policy = request.policy;
        let (others, other_columns) = others::others(request, evidence, released)?;
        let following = follows::found(request, evidence, released, original, other_columns.as_ref())?;
        drop(other_columns);
        let in_order = match original {
            Some(original) => order::told(request, original, released, evidence.claimed().is_some())?,
            None => None,
        };
        let repeats = original.and_then(|original| original.repeats.as_ref()).map(Repeats::sentence);
        let cells = evidence.look_at_cells(request, released, original)?;
        let (naming, named) = others::naming(policy, released);
        Ok(Self {
            rows: released.rows,
            others,
            following,
            names: original.map(|original| original.names_of(policy)).unwrap_or_default(),
            lost: original.filter(|_| evidence.says_all_cells()).and_then(|one| lost::found(one, released)),
            missed: Missed::of_changed(policy, evidence, original, released)?,
            stated: groups_by_themselves(policy, released),
            coded: coded::told(policy, released),
            named,
            unjudged: unjudged(released).into_iter().chain(spelled::doubted(policy, released)).chain(naming).collect(),
            doubts: repeats.into_iter().chain(in_order).chain(cells).collect(),
        })
    }

    /// Tells it to an audit whose groups are judged.
    pub fn tell(self, request: &AuditRequest<'_>, evidence: &Evidence, audit: &mut Audit) -> Result<(), Error> {
        self.missed.tell(audit);
        evidence.tell(request.policy, audit);
        evidence.look_at_writing(request, audit)?;
        tell_assumption(request.policy, evidence, audit);
        counterfeits::hold(request, evidence, audit)?;
        evidence.hold_counts(request.policy, self.lost, audit);
        audit.notes.extend(self.stated);
        audit.notes.extend(told_of_rows(request.policy));
        audit.notes.extend(self.others.iter().map(|others| others.sentence(self.rows)));
        let (telling, noted) = follows::sentences(&self.following, request.policy);
        audit.notes.extend(noted);
        audit.following = self.following;
        if !request.policy.protect().is_empty() {
            audit.open.extend(telling);
            audit.open.extend(check::promises_nothing(request.policy, audit));
            audit.open.extend(self.unjudged);
            audit.open.extend(others::other_sheets(request)?);
            audit.open.extend(self.doubts);
            audit.open.extend(self.others.iter().flat_map(|others| others.opened(request.policy, evidence)));
        }
        audit.others = self.others;
        audit.notes.extend(self.coded);
        audit.notes.extend(self.named);
        pseudonyms::look(request, evidence, &self.names, audit)
    }
}

/// What is said of rows that are published and stand in no group: a promise about everybody in the table would be one about them.
fn unjudged(released: &Released) -> Option<String> {
    let rows = released.unjudged();
    (rows > 0).then(|| {
        let of = words::part(rows, released.rows, "row", "rows");
        format!(
            "{of}: published without a quasi value, for which the policy drops rows, and so in no group; with missing = \"value\" \
             these are judged"
        )
    })
}

/// What is said where a column states groups that the policy does not name: everybody sees it, so rows are told apart by it.
fn groups_by_themselves(policy: &Policy, released: &Released) -> Option<String> {
    let (name, _) = released.stated.as_ref()?;
    (!released.in_two_tables && !policy.output().group_ids && policy.column(name).is_none()).then(|| {
        format!(
            "Column `{name}` states groups, though the policy does not name it: whoever sees the table tells rows apart by it, \
             and so does this audit."
        )
    })
}
