//! A line on which similar values lie near each other.
//!
//! Values that lie far apart in one column lie far apart altogether, whatever the other columns say. Laid out by that
//! column, a value has to be compared only with those in a window around it; with a single column the window *is* the
//! answer.

/// Each code has a place on the line; only codes whose places reach each other can be similar.
#[derive(Clone, Debug)]
pub struct Axis {
    places: Vec<u32>,
    reaches: Vec<(u32, u32)>,
    exact: bool,
    ascending: bool,
}

impl Axis {
    /// `places[code]` is the place of a code; `reaches[place]` are the first and the last place whose codes can be
    /// similar to those at `place`: neither end may fall as `place` rises, and places reach each other or not. With
    /// `exact`, all codes within reach are similar.
    pub fn new(places: Vec<u32>, reaches: Vec<(u32, u32)>, exact: bool) -> Self {
        let ascending = places.is_sorted();
        Self { places, reaches, exact, ascending }
    }

    /// The place of `code`.
    pub fn place(&self, code: u32) -> u32 {
        self.places[code as usize]
    }

    /// The first and the last place that can be similar to `code`.
    pub fn reach(&self, code: u32) -> (u32, u32) {
        self.reaches[self.place(code) as usize]
    }

    /// Whether `b` lies within the reach of `a`.
    pub fn reaches(&self, a: u32, b: u32) -> bool {
        let (first, last) = self.reach(a);
        (first..=last).contains(&self.place(b))
    }

    /// Whether all codes within reach are similar.
    pub fn exact(&self) -> bool {
        self.exact
    }

    /// Those of `codes`, which ascend, that can be similar to `code`: a run of them when places follow the codes, else
    /// all, to be asked one by one.
    pub fn narrow<'c>(&self, code: u32, codes: &'c [u32]) -> &'c [u32] {
        if !self.ascending {
            return codes;
        }
        let (first, last) = self.reach(code);
        let start = codes.partition_point(|&other| self.place(other) < first);
        let end = codes.partition_point(|&other| self.place(other) <= last);
        &codes[start..end]
    }

    /// How many pairs of codes the line leaves to be asked about; fewer is better.
    pub(super) fn pairs(&self) -> u64 {
        let mut before = vec![0u64; self.reaches.len() + 1];
        for &place in &self.places {
            before[place as usize + 1] += 1;
        }
        for place in 0..self.reaches.len() {
            before[place + 1] += before[place];
        }
        let window = |place: usize| {
            let (first, last) = self.reaches[place];
            (before[place + 1] - before[place]) * (before[last as usize + 1] - before[first as usize])
        };
        (0..self.reaches.len()).map(window).sum()
    }
}
