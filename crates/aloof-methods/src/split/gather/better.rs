//! Better: what lies better in another group goes there, once all groups are made.
//!
//! # Idea
//! Groups grow one after the other, and whoever comes early does not know who comes late. So in the end every piece of a group that the
//! others of it can do without goes to the group where it costs less, if there is one; and a group is given up where its pieces cost less
//! elsewhere: rows that were lent go back to those that are like them.
//!
//! # Why it is sound
//! Whatever changes is asked whether it stands before it is changed. Nothing but that is relied on: a group that stands need not stand
//! with rows that do not.
//!
//! # Cost
//! One sweep over the groups for each piece that could go: half as much again as to make them.

use super::super::Search;
use super::super::bucket::Bucket;
use super::growing::{Growing, Piece};
use super::kinds::Kinds;
use super::made::Made;
use super::stands;
use crate::exchange::WORTH;

/// Larger groups are left as they are, and none becomes larger: to ask whether they stand takes long, and a piece of them counts for
/// little. Without this a group with a large box would draw everybody near it, and be asked for each.
const LARGE: usize = 32;

/// Looks at every group once. Where values are near each other, exchanges follow that look more often.
pub(super) fn improve(search: &Search<'_>, bucket: &Bucket<'_>, kinds: &mut Kinds, made: &mut Made) {
    if search.reach.0.is_some() {
        return;
    }
    let mut at = 0;
    while at < made.groups.len() {
        crate::stop::check();
        if made.groups[at].rows.len() > LARGE {
            at += 1;
            continue;
        }
        send_pieces(search, bucket, made, at);
        if !give_up(search, bucket, kinds, made, at) {
            at += 1;
        }
    }
}

/// Pieces that the group can do without go where they cost less.
fn send_pieces(search: &Search<'_>, bucket: &Bucket<'_>, made: &mut Made, at: usize) {
    let mut piece = 0;
    while piece < made.groups[at].pieces.len() {
        if !send(search, bucket, made, at, piece) {
            piece += 1;
        }
    }
}

/// One piece; whether it went.
fn send(search: &Search<'_>, bucket: &Bucket<'_>, made: &mut Made, at: usize, piece: usize) -> bool {
    let group = &made.groups[at];
    let goes = &group.pieces[piece];
    if goes.lent || group.rows.len() < search.least + goes.rows.len() {
        return false;
    }
    let others = group.pieces.iter().enumerate().filter(|&(other, _)| other != piece);
    let left = Growing::made_of(search, bucket, others.map(|(_, other)| other.clone()).collect());
    let relief = made.loss(at) - left.weight(search);
    if relief <= WORTH || left.needy == 0 {
        return false;
    }
    let goes = goes.clone();
    let alone = Growing::of(search, bucket, goes.rows.clone());
    let Some((to, each)) = made.nearest_but(search, &alone, at) else { return false };
    let host = with(search, bucket, &made.groups[to], [goes]);
    let pays = each * (alone.rows.len() as f32) < relief - WORTH;
    let goes = pays && stands(search, bucket, &left.rows) && takes(search, bucket, &host);
    if goes {
        made.set(search, at, left);
        made.set(search, to, host);
    }
    goes
}

/// Whether a group may be so.
fn takes(search: &Search<'_>, bucket: &Bucket<'_>, group: &Growing) -> bool {
    group.rows.len() <= LARGE && stands(search, bucket, &group.rows)
}

/// A group with more pieces.
fn with(search: &Search<'_>, bucket: &Bucket<'_>, group: &Growing, more: impl IntoIterator<Item = Piece>) -> Growing {
    Growing::made_of(search, bucket, group.pieces.iter().cloned().chain(more).collect())
}

/// Gives the group up if its pieces cost less elsewhere; whether it was.
fn give_up(search: &Search<'_>, bucket: &Bucket<'_>, kinds: &mut Kinds, made: &mut Made, at: usize) -> bool {
    let before = made.loss(at);
    let Some(hosts) = hosts(search, bucket, made, at, before) else { return false };
    let grown = hosts.iter().map(|(to, host)| host.weight(search) - made.loss(*to)).sum::<f32>();
    if grown >= before - WORTH || !hosts.iter().all(|(_, host)| takes(search, bucket, host)) {
        return false;
    }
    if !go_home(search, bucket, kinds, &made.groups[at]) {
        return false;
    }
    for (to, host) in hosts {
        made.set(search, to, host);
    }
    made.remove(at);
    true
}

/// Where the pieces of a group that were not lent cost least, each by itself, and the groups with them; `None` if that is more than `most`.
fn hosts(
    search: &Search<'_>,
    bucket: &Bucket<'_>,
    made: &mut Made,
    at: usize,
    most: f32,
) -> Option<Vec<(usize, Growing)>> {
    let mut hosts: Vec<(usize, Vec<Piece>)> = Vec::new();
    let mut cost = 0.0;
    for piece in made.groups[at].pieces.clone().into_iter().filter(|piece| !piece.lent) {
        let alone = Growing::of(search, bucket, piece.rows.clone());
        let (to, each) = made.nearest_but(search, &alone, at)?;
        cost += each * alone.rows.len() as f32;
        if cost >= most - WORTH {
            return None;
        }
        match hosts.iter_mut().find(|(other, _)| *other == to) {
            Some((_, pieces)) => pieces.push(piece),
            None => hosts.push((to, vec![piece])),
        }
    }
    Some(hosts.into_iter().map(|(to, pieces)| (to, with(search, bucket, &made.groups[to], pieces))).collect())
}

/// Rows that were lent go back to those that are like them; false, and nothing changed, where these are gone or would not stand.
fn go_home(search: &Search<'_>, bucket: &Bucket<'_>, kinds: &mut Kinds, group: &Growing) -> bool {
    let mut homes: Vec<(usize, Vec<u32>)> = Vec::new();
    for piece in group.pieces.iter().filter(|piece| piece.lent) {
        let Some(home) = kinds.alike(bucket, piece.rows[0]) else { return false };
        match homes.iter_mut().find(|(other, _)| *other == home) {
            Some((_, rows)) => rows.extend(&piece.rows),
            None => homes.push((home, [kinds.rows[home].as_slice(), &piece.rows].concat())),
        }
    }
    let stand = homes.iter().all(|(_, rows)| stands(search, bucket, rows));
    for (home, rows) in homes.into_iter().filter(|_| stand) {
        kinds.lends[home] = rows.len() as f32;
        kinds.rows[home] = rows;
    }
    stand
}
