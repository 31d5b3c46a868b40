//! An axis of a plot: where a number stands, and round numbers to write beside it. Nothing is decided on it.

/// From 0 in equal steps or, where numbers differ widely, from a positive number in equal factors.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    low: f64,
    high: f64,
    by_factors: bool,
}

impl Axis {
    /// Numbers that differ by a larger factor than this stand in equal factors.
    const WIDE: f64 = 40.0;

    /// Wide enough for all of `numbers`, with some room at the end. Numbers of zero and below stand at its beginning.
    pub fn over(numbers: impl IntoIterator<Item = f64>) -> Self {
        let positive = numbers.into_iter().filter(|number| *number > 0.0 && number.is_finite());
        let (least, most) = positive.fold((f64::INFINITY, 0.0f64), |(a, b), n| (a.min(n), b.max(n)));
        if most == 0.0 {
            return Self { low: 0.0, high: 1.0, by_factors: false };
        }
        if most / least > Self::WIDE {
            let room = (most / least).powf(0.08);
            return Self { low: least / room, high: most * room, by_factors: true };
        }
        Self { low: 0.0, high: most * 1.1, by_factors: false }
    }

    /// From 0 in equal steps, whatever the numbers are: for bars, whose lengths must be in proportion.
    pub fn from_zero(numbers: impl IntoIterator<Item = f64>) -> Self {
        let most = numbers.into_iter().filter(|number| number.is_finite()).fold(0.0, f64::max);
        Self { low: 0.0, high: if most > 0.0 { most * 1.1 } else { 1.0 }, by_factors: false }
    }

    /// Where `number` stands, from 0 to 1.
    pub fn place(&self, number: f64) -> f64 {
        let place = if self.by_factors {
            (number.max(self.low) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (number - self.low) / (self.high - self.low)
        };
        place.clamp(0.0, 1.0)
    }

    /// Whether equal distances are equal factors.
    pub fn by_factors(&self) -> bool {
        self.by_factors
    }

    /// At most about `many` round numbers on it, with their texts.
    pub fn ticks(&self, many: usize) -> Vec<(f64, String)> {
        let many = many.max(2) as f64;
        let numbers: Vec<f64> = if self.by_factors {
            let (first, last) = (self.low.log10().ceil() as i32, self.high.log10().floor() as i32);
            let step = (f64::from(last - first + 1) / many).ceil().max(1.0) as usize;
            (first..=last).step_by(step).map(|power| 10f64.powi(power)).collect()
        } else {
            let step = round_up(self.high / many);
            (0..=(self.high / step) as u32).map(|at| f64::from(at) * step).collect()
        };
        numbers.into_iter().map(|number| (number, text(number))).collect()
    }
}

/// The next of 1, 2 and 5 times a power of ten.
fn round_up(number: f64) -> f64 {
    let power = 10f64.powf(number.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .map(|digit| digit * power)
        .into_iter()
        .find(|round| *round >= number * 0.999)
        .unwrap_or(number)
}

/// 20000 as 20,000; 0.05 as it is.
fn text(number: f64) -> String {
    if number != 0.0 && !(1e-6..1e13).contains(&number) {
        return format!("{number:.0e}");
    }
    if number >= 1.0 && number.fract().abs() < 1e-9 {
        let digits = format!("{number:.0}");
        let mut out = String::new();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                out.push(',');
            }
            out.push(digit);
        }
        return out;
    }
    let text = format!("{number:.7}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: &Axis, many: usize) -> Vec<String> {
        axis.ticks(many).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn round_numbers() {
        assert_eq!(texts(&Axis::over([3.0, 9.0]), 5), ["0", "2", "4", "6", "8"]);
        assert_eq!(texts(&Axis::over([0.05, 0.3]), 4), ["0", "0.1", "0.2", "0.3"]);
        assert_eq!(texts(&Axis::over([10.0, 20.0, 23000.0]), 6), ["10", "100", "1,000", "10,000"]);
        assert_eq!(texts(&Axis::over([]), 2), ["0", "0.5", "1"]);
    }

    #[test]
    fn places_are_between_the_ends() {
        for axis in [Axis::over([1.0, 5.0]), Axis::over([1.0, 5000.0])] {
            assert!(axis.place(0.0).abs() < f64::EPSILON);
            assert!(axis.place(1.0) < axis.place(5.0) && axis.place(5.0) < 1.0);
        }
    }
}
