//! Which boxes cover a point: one bit per box, for every place of every column of few places.
//!
//! # Idea
//! A box covers a point when it covers its place in every column. So the answer is the intersection of one set of boxes
//! per column, 64 boxes at a time. A coarser set, one bit for 64 boxes, tells where there is anything to intersect; boxes
//! that lie near each other stand side by side, so that is rarely the case.
//!
//! # Cost
//! One bit per box and place. A query looks at one word per 4096 boxes and column, then only where it found something.

use super::cover::QuasiPair;

/// Columns with more places than this have no marks.
const MOST_PLACES: usize = 256;

/// More than so many bytes of marks are not made.
const MOST_BYTES: usize = 256 << 20;

/// For some columns, which boxes cover each place.
pub(super) struct Marks {
    words: usize,
    tops: usize,
    columns: Vec<Option<Marked>>,
}

/// `all` has one bit per box, `top` one per word of `all`; place after place.
struct Marked {
    all: Vec<u64>,
    top: Vec<u64>,
}

impl Marks {
    /// `cells` are the cell codes of a column's boxes, in the order in which boxes are to be numbered. `None` if no column
    /// has few enough places.
    pub fn new(columns: &[QuasiPair<'_>], boxes: usize, cells: impl Fn(usize, usize) -> usize) -> Option<Self> {
        let words = boxes.div_ceil(64);
        let tops = words.div_ceil(64);
        let places: usize = columns.iter().map(|column| column.count).filter(|&count| count <= MOST_PLACES).sum();
        if places == 0 || places * words * 8 > MOST_BYTES {
            return None;
        }
        let mark = |(at, column): (usize, &QuasiPair<'_>)| {
            (column.count <= MOST_PLACES).then(|| Marked::new(column, boxes, (words, tops), |boxed| cells(at, boxed)))
        };
        Some(Self { words, tops, columns: columns.iter().enumerate().map(mark).collect() })
    }

    /// Whether the column's marks say all there is to say of it.
    pub fn knows(&self, column: usize) -> bool {
        self.columns[column].is_some()
    }

    /// Tells every box that covers the point in all columns that have marks.
    pub fn covering(&self, point: &[u32], mut tell: impl FnMut(usize)) {
        let marked = || self.columns.iter().zip(point).filter_map(|(marked, &place)| Some((marked.as_ref()?, place)));
        for top in 0..self.tops {
            let at = |(marked, place): (&Marked, u32)| marked.top[place as usize * self.tops + top];
            let mut some = marked().map(at).fold(u64::MAX, |all, one| all & one);
            while some != 0 {
                let word = top * 64 + some.trailing_zeros() as usize;
                some &= some - 1;
                let at = |(marked, place): (&Marked, u32)| marked.all[place as usize * self.words + word];
                let mut found = marked().map(at).fold(u64::MAX, |all, one| all & one);
                while found != 0 {
                    tell(word * 64 + found.trailing_zeros() as usize);
                    found &= found - 1;
                }
            }
        }
    }
}

impl Marked {
    fn new(column: &QuasiPair<'_>, boxes: usize, (words, tops): (usize, usize), cell: impl Fn(usize) -> usize) -> Self {
        let mut marked = Self { all: vec![0; column.count * words], top: vec![0; column.count * tops] };
        for boxed in 0..boxes {
            let (word, bit) = (boxed / 64, 1 << (boxed % 64));
            for place in column.covers[cell(boxed)].places() {
                marked.all[place as usize * words + word] |= bit;
                marked.top[place as usize * tops + word / 64] |= 1 << (word % 64);
            }
        }
        marked
    }
}
