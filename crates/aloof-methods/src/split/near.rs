//! What is near: which sensitive values may not stand together in one group.

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

    /// The most rows in any window of near values.
    pub fn window(self, codes: &[u32]) -> usize {
        self.0.map_or(usize::from(!codes.is_empty()), |near| near.window(codes))
    }

    /// The fullest windows of the rows for which `right` is false and of those for which it is true.
    pub fn windows(self, codes: &[u32], right: impl Fn(usize) -> bool) -> [usize; 2] {
        let mut most = [0usize; 2];
        let mut now = [0usize; 2];
        let mut start = 0;
        for (at, &code) in codes.iter().enumerate() {
            while self.last(codes[start]) < code {
                now[usize::from(right(start))] -= 1;
                start += 1;
            }
            let side = usize::from(right(at));
            now[side] += 1;
            most[side] = most[side].max(now[side]);
        }
        most
    }
}
