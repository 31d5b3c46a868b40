//! The promises around what is asked: half and twice the ε, an m below and one above, in every view.

use aloof_table::Decimal;

use crate::policy::{Item, Place, Policy, PolicyError, Section, View};

/// Steps of m: the one before what is asked and the one behind it are tried.
const STEPS: [u32; 9] = [2, 3, 5, 10, 20, 50, 100, 200, 500];

/// Lengths with more digits behind the point are not halved.
const FINEST: u8 = 20;

/// Views in the order in which they are told, the strongest first.
const VIEWS: [View; 3] = [View::Register, View::Candidates, View::Group];

/// One promise.
#[derive(Clone)]
pub(super) struct Asked {
    /// ε: of two lengths the longer.
    pub epsilon: Decimal,
    /// Two lengths, where they are not the same: below and above.
    pub lengths: Option<(Decimal, Decimal)>,
    pub m: u32,
    pub view: View,
    /// Whether the policy asks for just this.
    pub in_policy: bool,
    /// The policy that asks for it.
    pub policy: Policy,
}

/// Which keys say ε and m.
struct Keys {
    epsilon: Vec<&'static str>,
    m: &'static str,
}

impl Keys {
    fn of(words: &Section) -> Option<Self> {
        let there = |keys: &[&'static str]| keys.iter().copied().filter(|key| words.get(key).is_some()).collect();
        let (epsilon, m): (Vec<_>, _) = match &words.get("principle")?.value {
            Item::Text(name) if name == "epsilon-m" => (there(&["absolute", "relative", "below", "above"]), "m"),
            Item::Text(name) if name == "delta-l" => (there(&["delta"]), "l"),
            _ => return None,
        };
        (!epsilon.is_empty()).then_some(Self { epsilon, m })
    }
}

/// All of them, by view, ε and m; those that no policy can ask for are left out. `None` where the protection at this place has no ε and m.
pub(super) fn around(policy: &Policy, at: usize) -> Option<Vec<Asked>> {
    let (words, protect) = (policy.words(at)?, policy.protect().get(at)?);
    let keys = Keys::of(words)?;
    let lengths: Vec<Decimal> = keys.epsilon.iter().map(|key| number(words, key)).collect::<Option<_>>()?;
    let asked = u32::try_from(number(words, keys.m)?.at_scale(0)?).ok()?;
    let views = if protect.has_views() { VIEWS.to_vec() } else { vec![protect.view()] };
    let mut found: Vec<Asked> = Vec::new();
    for view in views {
        for factor in Factor::ALL {
            let Some(lengths) = lengths.iter().map(|&length| factor.of(length)).collect::<Option<Vec<_>>>() else {
                continue;
            };
            for m in around_m(asked) {
                let in_policy = view == protect.view() && factor == Factor::One && m == asked;
                let policy = if in_policy { Ok(policy.clone()) } else { asking(policy, at, &keys, &lengths, m, view) };
                let Ok(policy) = policy else { continue };
                let epsilon = lengths.iter().copied().max().unwrap_or(lengths[0]);
                let two = if let [below, above] = lengths[..] { Some((below, above)) } else { None };
                let lengths = two.filter(|(below, above)| below != above);
                found.push(Asked { epsilon, lengths, m, view, in_policy, policy });
            }
        }
    }
    Some(found)
}

/// What ε is, in the policy's word.
pub(super) fn epsilon_is(policy: &Policy, at: usize) -> &'static str {
    let keys = policy.words(at).and_then(Keys::of);
    match keys.as_ref().map(|keys| keys.epsilon.as_slice()) {
        Some([one]) => one,
        _ => "below and above",
    }
}

/// The policy with other numbers, as if they had been typed.
fn asking(
    policy: &Policy,
    at: usize,
    keys: &Keys,
    lengths: &[Decimal],
    m: u32,
    view: View,
) -> Result<Policy, PolicyError> {
    let mut words = policy.words(at).cloned().unwrap_or_else(|| Section::new(Place::Flag("command line")));
    for (key, length) in keys.epsilon.iter().zip(lengths) {
        words.set(key, place(&words, key), Item::Text(length.to_string()));
    }
    words.set(keys.m, place(&words, keys.m), Item::Number(m.to_string()));
    words.set("view", place(&words, "view"), Item::Text(view.name().to_owned()));
    policy.asking(at, words)
}

fn place(words: &Section, key: &str) -> Place {
    words.get(key).map_or_else(|| words.place().clone(), |item| item.place.clone())
}

fn number(words: &Section, key: &str) -> Option<Decimal> {
    match &words.get(key)?.value {
        Item::Text(text) | Item::Number(text) => text.trim().parse().ok(),
        _ => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Factor {
    Half,
    One,
    Twice,
}

impl Factor {
    const ALL: [Self; 3] = [Self::Half, Self::One, Self::Twice];

    fn of(self, length: Decimal) -> Option<Decimal> {
        match self {
            Self::Half if length.scale() >= FINEST => None,
            Self::Half => Some(Decimal::new(length.mantissa().checked_mul(5)?, length.scale() + 1)),
            Self::One => Some(length),
            Self::Twice => Some(Decimal::new(length.mantissa().checked_mul(2)?, length.scale())),
        }
    }
}

/// What is asked, the step before it and the one behind it; two behind it where there is none before.
fn around_m(asked: u32) -> Vec<u32> {
    let before = STEPS.into_iter().rfind(|&step| step < asked);
    let behind = STEPS.into_iter().filter(|&step| step > asked).take(if before.is_some() { 1 } else { 2 });
    before.into_iter().chain([asked]).chain(behind).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(protect: &str) -> Option<Vec<String>> {
        let text = format!(
            "[columns]\nage = {{ role = \"quasi\" }}\npay = {{ role = \"sensitive\" }}\n[[protect]]\n{protect}\n"
        );
        let policy = Policy::from_toml(&text, "aloof.toml").unwrap();
        let one = |asked: &Asked| {
            let mark = if asked.in_policy { "*" } else { "" };
            format!("{} {} {}{mark}", asked.view.name(), asked.epsilon, asked.m)
        };
        Some(around(&policy, 0)?.iter().map(one).collect())
    }

    #[test]
    fn half_and_twice_before_and_behind() {
        let all = told("principle = \"epsilon-m\"\nabsolute = \"25\"\nm = 5").unwrap();
        assert_eq!(all.len(), 27);
        assert_eq!(all[..3], ["register 12.5 3", "register 12.5 5", "register 12.5 10"]);
        assert_eq!(all[3..6], ["register 25 3", "register 25 5*", "register 25 10"]);
        assert_eq!(all[6..9], ["register 50 3", "register 50 5", "register 50 10"]);
        assert_eq!(all[9], "candidates 12.5 3");
        assert_eq!(all.iter().filter(|one| one.ends_with('*')).count(), 1);
    }

    #[test]
    fn what_cannot_be_asked_is_left_out() {
        let all = told("principle = \"epsilon-m\"\nrelative = \"0.6\"\nm = 2\nview = \"group\"").unwrap();
        assert!(all.contains(&"group 0.6 2*".to_owned()) && all.contains(&"group 0.3 5".to_owned()));
        assert!(all.iter().all(|one| !one.contains("1.2")), "{all:?}");
        assert_eq!(told("principle = \"k-anonymity\"\nk = 5"), None);
        assert_eq!(told("principle = \"delta-l\"\ndelta = \"3\"\nl = 4").unwrap()[4], "register 3 4*");
        let two = told("principle = \"epsilon-m\"\nbelow = \"10\"\nabove = \"30\"\nm = 4").unwrap();
        assert_eq!(two[3..6], ["register 30 3", "register 30 4*", "register 30 5"]);
    }
}
