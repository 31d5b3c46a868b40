//! What is near: which sensitive values may not stand together in one group.

use std::ops::Range;

use rayon::prelude::*;

/// For each code the last (largest) code that counts as near to it. Ascending.
#[derive(Clone, Debug)]
pub struct Near {
    last: Vec<u32>,
}

impl Near {
    /// `last[a]` is the largest code near to `a`; at least `a`, and not smaller than for any code before.
    pub fn new(last: Vec<u32>) -> Self {
        debug_assert!(last.iter().enumerate().all(|(code, &last)| last as usize >= code));
        debug_assert!(last.is_sorted());
        Self { last }
    }

    /// The last code near to `code`.
    pub fn last(&self, code: u32) -> u32 {
        self.last[code as usize]
    }

    /// What can be reached from each code in so many steps to the last one near: at most so many times as far.
    pub fn steps(&self, times: usize) -> Self {
        let reach = |code: usize| (0..times).fold(code as u32, |code, _| self.last(code));
        Self { last: (0..self.last.len()).map(reach).collect() }
    }

    fn counts(&self, codes: &[u32]) -> Vec<u32> {
        let mut counts = vec![0; self.last.len()];
        codes.iter().for_each(|&code| counts[code as usize] += 1);
        counts
    }

    /// The most rows in any window of near values, in any order. One pass to count them.
    fn window_of_all(&self, codes: &[u32]) -> usize {
        let counts = codes.par_chunks(1 << 16).map(|codes| self.counts(codes));
        let counts = counts.reduce(|| vec![0; self.last.len()], |a, b| a.iter().zip(&b).map(|(a, b)| a + b).collect());
        let (mut end, mut now, mut most) = (0, 0, 0);
        for (&count, &last) in counts.iter().zip(&self.last) {
            while end <= last as usize {
                now += counts[end] as usize;
                end += 1;
            }
            most = most.max(now);
            now -= count as usize;
        }
        most
    }

    /// The most rows in any window of near values; `codes` ascending. One pass.
    pub fn window(&self, codes: &[u32]) -> usize {
        let mut start = 0;
        let mut most = 0;
        for (at, &code) in codes.iter().enumerate() {
            while self.last(codes[start]) < code {
                start += 1;
            }
            most = most.max(at + 1 - start);
        }
        most
    }
}

/// [`Near`], or nothing near anything: then every row counts as a code of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach<'a>(pub Option<&'a Near>);

impl Reach<'_> {
    pub fn last(self, code: u32) -> u32 {
        self.0.map_or(code, |near| near.last(code))
    }

    /// The most rows in any window of near values, whatever order they stand in.
    pub fn window_of_all(self, codes: &[u32]) -> usize {
        self.0.map_or(usize::from(!codes.is_empty()), |near| near.window_of_all(codes))
    }

    /// The most rows in any window of near values; `codes` ascending.
    pub fn window(self, codes: &[u32]) -> usize {
        self.0.map_or(usize::from(!codes.is_empty()), |near| near.window(codes))
    }

    /// Whether no window holds more than one in m of the rows; `codes` ascending.
    ///
    /// With w = ⌊n/m⌋, a window of more than w rows exists just when some row is near the one w places behind it:
    /// one comparison per row, none of which waits for another.
    pub fn has_room(self, codes: &[u32], m: usize) -> bool {
        let Some(near) = self.0 else { return codes.len() >= m };
        let room = codes.len() / m;
        room > 0 && codes.iter().zip(&codes[room..]).all(|(&code, &behind)| near.last(code) < behind)
    }

    /// Where the first of the fullest windows lies; `codes` ascending.
    pub fn fullest(self, codes: &[u32]) -> Range<usize> {
        let Some(near) = self.0 else { return 0..codes.len().min(1) };
        let mut fullest = 0..0;
        let mut start = 0;
        for (at, &code) in codes.iter().enumerate() {
            while near.last(codes[start]) < code {
                start += 1;
            }
            if at + 1 - start > fullest.len() {
                fullest = start..at + 1;
            }
        }
        fullest
    }
}
