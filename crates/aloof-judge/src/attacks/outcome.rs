//! What every attack tells, in the same terms.
//!
//! A guess names an interval as wide as the neighbourhood that the promise is about, and says how certain it is. It is *right* when
//! the person's value lies in it. Beside the people attacked stand *control* people, of whom the release holds nothing: what is
//! right of them is knowledge about people in general. The *blind* guess is what the same adversary would say without the attack.
//!
//! # Interval
//! Wilson's score interval at 95%, clipped to what is possible.

use super::learnt::certainties;

/// How certain a claim is, in hundredths.
pub const CONFIDENCES: [u32; 3] = [50, 70, 90];

/// Guesses, and how many were right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rate {
    /// People guessed about.
    pub people: usize,
    /// Right guesses.
    pub right: usize,
}

impl Rate {
    /// The share that is right.
    pub fn share(self) -> f64 {
        self.right as f64 / self.people.max(1) as f64
    }

    /// Wilson's interval at 95%.
    pub fn interval(self) -> (f64, f64) {
        if self.people == 0 {
            return (0.0, 1.0);
        }
        let (n, p, z) = (self.people as f64, self.share(), 1.959_963_984_540_054);
        let centre = p + z * z / (2.0 * n);
        let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + z * z / n;
        let low = if self.right == 0 { 0.0 } else { (centre - half) / scale };
        let high = if self.right == self.people { 1.0 } else { (centre + half) / scale };
        (low, high)
    }

    /// One more guess.
    pub fn add(&mut self, right: bool) {
        self.add_many(1, usize::from(right));
    }

    /// Several more.
    pub fn add_many(&mut self, people: usize, right: usize) {
        self.people += people;
        self.right += right;
    }
}

/// What an attack found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attacked {
    /// People of the release.
    pub success: Rate,
    /// People of whom the release holds nothing.
    pub control: Option<Rate>,
    /// The same people of the release, guessed without the attack.
    pub blind: Rate,
    /// Claims of at least 50, 70, 90% certainty about people of the release.
    pub claims: [Rate; 3],
    /// How certain these claims were, added up: so many of them would be right if certainty were what it says.
    pub believed: [f64; 3],
    /// What else was found, each with its name.
    pub facts: Vec<(&'static str, f64)>,
}

impl Attacked {
    /// So many people told the same with this belief.
    pub fn claim(&mut self, belief: f64, people: usize, right: usize) {
        self.success.add_many(people, right);
        self.claim_beside(belief, people, right);
    }

    /// A claim that success does not count.
    fn claim_beside(&mut self, belief: f64, people: usize, right: usize) {
        for ((claim, believed), &least) in self.claims.iter_mut().zip(&mut self.believed).zip(&CONFIDENCES) {
            if belief * 100.0 >= f64::from(least) - 1e-9 {
                claim.add_many(people, right);
                *believed += belief * people as f64;
            }
        }
    }

    /// Claims as certain as experience says (`learnt.rs`), lower scores first, in place of those that were made.
    pub(super) fn learn(&mut self, scores: &[f64], right: &[bool]) {
        (self.claims, self.believed) = Default::default();
        for (belief, right) in certainties(scores, right).into_iter().zip(right) {
            self.claim_beside(belief, 1, usize::from(*right));
        }
    }

    /// How much more often it is right than the blind guess.
    pub fn excess(&self) -> f64 {
        self.success.share() - self.blind.share()
    }

    /// The share of those whom people in general would not tell of that the attack gets right: (success − control) / (1 − control),
    /// as Anonymeter counts, and between which ends it lies by the intervals of both. Where there is no control, the success.
    pub fn risk(&self) -> (f64, [f64; 2]) {
        let half = |rate: Rate| (rate.interval().1 - rate.interval().0) / 2.0;
        let (own, error) = (self.success.share(), half(self.success));
        let bound = |value: f64| value.clamp(0.0, 1.0);
        let Some(control) = self.control else { return (own, [bound(own - error), bound(own + error)]) };
        // What is right of everybody leaves nothing to be compared.
        if control.right >= control.people {
            return (0.0, [0.0, 1.0]);
        }
        let left = 1.0 - control.share();
        let risk = (own - control.share()) / left;
        let error = (error / left).hypot(half(control) * (1.0 - own) / (left * left));
        (bound(risk), [bound(risk - error), bound(risk + error)])
    }

    /// Tells the risk as figures.
    pub(super) fn tell_risk(&mut self) {
        let (risk, [low, high]) = self.risk();
        self.fact(if self.control.is_some() { "risk beyond control people" } else { "risk" }, risk);
        self.fact("its lower end", low);
        self.fact("its upper end", high);
    }

    /// A figure.
    pub fn fact(&mut self, name: &'static str, value: f64) {
        self.facts.push((name, value));
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "shares of nobody and of all")]
mod tests {
    use super::*;

    #[test]
    fn risk_is_what_control_people_leave() {
        let of = |right: usize, control: usize| Attacked {
            success: Rate { people: 1_000, right },
            control: Some(Rate { people: 1_000, right: control }),
            ..Attacked::default()
        };
        let (risk, [low, high]) = of(600, 200).risk();
        assert!((risk - 0.5).abs() < 1e-9 && low > 0.45 && high < 0.55, "{low} {high}");
        assert_eq!(of(100, 200).risk().0, 0.0);
        assert_eq!(of(1_000, 1_000).risk(), (0.0, [0.0, 1.0]));
    }

    #[test]
    fn wilson_as_tabulated() {
        // Brown, Cai and DasGupta 2001 use the same formula; 0 of 10 gives [0, 0.2775], 5 of 10 [0.2366, 0.7634].
        let (low, high) = Rate { people: 10, right: 0 }.interval();
        assert!(low.abs() < 1e-9 && (high - 0.2775).abs() < 5e-4);
        let (low, high) = Rate { people: 10, right: 5 }.interval();
        assert!((low - 0.2366).abs() < 5e-4 && (high - 0.7634).abs() < 5e-4);
        assert_eq!(Rate { people: 4, right: 4 }.interval().1, 1.0);
    }
}
