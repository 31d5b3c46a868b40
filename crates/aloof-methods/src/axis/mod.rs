//! A quasi column as an axis: every row has a place, close places are close values, and a range of places has a loss.
//!
//! | column | places | loss of a group |
//! |---|---|---|
//! | numbers, dates | by size | (largest − smallest) / (largest − smallest of the column) |
//! | labels with a hierarchy | by leaf | leaves below the lowest common node / all leaves |
//! | labels without one | by their bytes | different labels / all labels |
//! | labels on a line | as given | as numbers, each label's rank among all that are given being its number |
//!
//! A single value loses nothing. A missing value has the first place, for itself; a group that mixes missing and
//! present values loses all (1). Each axis has a weight, 1 unless said otherwise.
//!
//! # Cost
//! 2 or 4 bytes per row and a few per place. Building: linear for labels and for numbers of a small range, otherwise one sort.

mod cover;
mod loss;
mod place;
mod shape;

pub use loss::loss;
pub(crate) use shape::Shape;

use aloof_table::{Column, Hierarchy, LabelColumn};

/// The place of every row, in as few bits as the number of places needs.
#[derive(Clone, Debug)]
enum Places {
    Short(Vec<u16>),
    Long(Vec<u32>),
}

/// One place per row, and what ranges of places lose.
#[derive(Clone, Debug)]
pub struct Axis {
    places: Places,
    count: u32,
    shape: Shape,
    weight: f64,
}

impl Axis {
    /// Places the values of `column`.
    pub fn new(column: &Column, hierarchy: Option<&Hierarchy>) -> Self {
        match (column, hierarchy) {
            (_, Some(tree)) => Self::on_tree(&column.to_labels(), tree),
            (Column::Number(numbers), None) => place::numbers(numbers),
            (Column::Date(dates), None) => place::dates(dates),
            (Column::Label(labels), None) => place::labels(labels),
        }
    }

    /// Labels as a line: in the order of `order`, those not in it behind, by their bytes. Labels of `order` that do not
    /// occur have no place but keep their distance.
    pub fn ordered(labels: &LabelColumn, order: &[String]) -> Self {
        place::ordered(labels, order)
    }

    /// The same axis with another weight in the loss; `weight` must be positive.
    pub fn weighted(self, weight: f64) -> Self {
        debug_assert!(weight > 0.0);
        Self { weight, ..self }
    }

    /// The same axis for these rows alone, numbered anew; what ranges lose stays as it is.
    pub fn of_rows(&self, rows: &[u32]) -> Self {
        let places = match &self.places {
            Places::Short(places) => Places::Short(rows.iter().map(|&row| places[row as usize]).collect()),
            Places::Long(places) => Places::Long(rows.iter().map(|&row| places[row as usize]).collect()),
        };
        Self { places, count: self.count, shape: self.shape.clone(), weight: self.weight }
    }

    /// The place of `row`.
    pub fn place(&self, row: u32) -> u32 {
        match &self.places {
            Places::Short(places) => u32::from(places[row as usize]),
            Places::Long(places) => places[row as usize],
        }
    }

    /// Number of places.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// How much this axis counts in the loss.
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// What a group of these rows loses on this axis, times the weight: 0 to [`Axis::weight`].
    pub fn loss(&self, rows: &[u32]) -> f64 {
        self.weight * self.shape.share(rows.iter().map(|&row| self.place(row)))
    }

    pub(crate) fn shape(&self) -> &Shape {
        &self.shape
    }

    /// What every row's place is given.
    pub(crate) fn look_up<T: Copy>(&self, by_place: &[T]) -> Vec<T> {
        match &self.places {
            Places::Short(places) => places.iter().map(|&place| by_place[usize::from(place)]).collect(),
            Places::Long(places) => places.iter().map(|&place| by_place[place as usize]).collect(),
        }
    }

    fn on_tree(labels: &LabelColumn, tree: &Hierarchy) -> Self {
        place::leaves(labels, tree)
    }

    fn build(places: Vec<u32>, count: usize, shape: Shape) -> Self {
        let places = if u16::try_from(count).is_ok() {
            Places::Short(places.into_iter().map(|place| place as u16).collect())
        } else {
            Places::Long(places)
        };
        Self { places, count: count as u32, shape, weight: 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aloof_table::{Decimal, NumberColumn, Partition};

    fn labels(texts: &[Option<&str>]) -> Column {
        Column::Label(LabelColumn::from_texts(texts.iter().copied()))
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn numbers_lose_their_share_of_the_domain() {
        let axis = Axis::new(&Column::Number(NumberColumn::from_integers(vec![10, 30, 20, 50, 30])), None);
        assert_eq!((axis.count(), axis.place(1), axis.place(4)), (4, 2, 2));
        assert!(close(axis.loss(&[0, 2]), 0.25));
        assert!(close(axis.loss(&[1, 4]), 0.0));
        assert!(close(axis.weighted(3.0).loss(&[0, 3]), 3.0));
    }

    #[test]
    fn mixing_missing_and_present_loses_all() {
        let numbers = [Some(1i64), None, Some(1), None, Some(9)].map(|v| v.map(Decimal::from));
        let axis = Axis::new(&Column::Number(NumberColumn::from_decimals(numbers).unwrap()), None);
        assert_eq!(axis.place(1), 0);
        assert!(close(axis.loss(&[0, 2]), 0.0));
        assert!(close(axis.loss(&[1, 3]), 0.0));
        assert!(close(axis.loss(&[0, 1]), 1.0));
        let axis = Axis::new(&labels(&[Some("a"), None, Some("b"), Some("c")]), None);
        assert!(close(axis.loss(&[0, 1]), 1.0));
        assert!(close(axis.loss(&[1]), 0.0));
        assert!(close(axis.loss(&[0, 2]), 2.0 / 3.0));
    }

    #[test]
    fn labels_lose_the_leaves_of_their_common_node() {
        let lines =
            [["Rome", "Italy"], ["Oslo", "Norway"], ["Lyon", "France"], ["Milan", "Italy"], ["Paris", "France"]];
        let tree = Hierarchy::from_paths(lines.map(|line| line.to_vec())).unwrap();
        let column = labels(&[Some("Paris"), Some("Rome"), Some("Lyon"), None, Some("Paris"), Some("Milan")]);
        let axis = Axis::new(&column, Some(&tree));
        assert!(close(axis.loss(&[0, 4]), 0.0));
        assert!(close(axis.loss(&[0, 2]), 0.4));
        assert!(close(axis.loss(&[1, 5]), 0.4));
        assert!(close(axis.loss(&[1, 2]), 1.0));
        assert!(close(axis.loss(&[1, 3]), 1.0));
    }

    #[test]
    fn ordered_labels_are_a_line() {
        let texts = [Some("low"), Some("high"), Some("middle"), Some("low")];
        let axis = Axis::ordered(&LabelColumn::from_texts(texts), &["low", "middle", "high"].map(str::to_owned));
        assert!(close(axis.loss(&[0, 2]), 0.5));
        assert!(close(axis.loss(&[0, 3]), 0.0));
        let order = ["none", "low", "some", "middle", "high"].map(str::to_owned);
        let axis = Axis::ordered(&LabelColumn::from_texts(texts), &order);
        assert_eq!(axis.count(), 3);
        assert!(close(axis.loss(&[0, 2]), 0.5));
        assert!(close(axis.loss(&[1, 2]), 0.25));
    }

    #[test]
    fn the_loss_of_a_partition_is_the_mean_over_rows() {
        let ages = Axis::new(&Column::Number(NumberColumn::from_integers(vec![0, 5, 10, 10])), None);
        let sexes = Axis::new(&labels(&[Some("m"), Some("f"), Some("f"), Some("f")]), None).weighted(2.0);
        let partition = Partition::from_group_of(&[0, 0, 1, 1], 2);
        assert!(close(loss(&[ages, sexes], &partition), (2.0 * (0.5 + 2.0)) / 4.0));
    }
}
