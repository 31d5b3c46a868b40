//! The same policy with other words in one of its protections, as if they had been typed: for whoever asks what that would be like.

use super::{Item, Located, Place, Policy, PolicyError, Protect, Role, Section, View};

impl Policy {
    /// What was typed of a protection, by its place.
    pub fn words(&self, at: usize) -> Option<&Section> {
        self.protect.get(at).map(super::Protect::words)
    }

    /// With one protection in other words, by its place; one place behind the last adds one. Checked as what is typed is: methods and
    /// output that follow from protections follow from these.
    pub fn asking(&self, at: usize, words: Section) -> Result<Self, PolicyError> {
        let mut typed = self.typed.clone();
        let mut blocks = match typed.get("protect").map(|protect| &protect.value) {
            Some(Item::List(blocks)) => blocks.clone(),
            _ => Vec::new(),
        };
        let place = words.place().clone();
        let block = Located { value: Item::Section(words), place: place.clone() };
        match blocks.get_mut(at) {
            Some(old) => *old = block,
            None => blocks.push(block),
        }
        typed.set("protect", place, Item::List(blocks));
        let asked = Self::check(&typed, self.base.clone())?;
        Ok(Self { attached: self.attached.clone(), wholes: self.wholes.clone(), own: self.own, ..asked })
    }

    /// What keeps more than is asked: every promise about near values that is made in a weaker view, in this one. `None` where there is
    /// none.
    pub fn in_view(&self, view: View) -> Option<Self> {
        let weaker =
            |protect: &Protect| protect.is_proximity() && protect.has_views() && protect.view().is_weaker_than(view);
        let places: Vec<usize> = (0..self.protect.len()).filter(|&at| weaker(&self.protect[at])).collect();
        let first = (!places.is_empty()).then(|| self.clone())?;
        places.into_iter().try_fold(first, |asked, at| {
            let mut words = asked.words(at)?.clone();
            let place = words.place().clone();
            words.set("view", place, Item::Text(view.name().to_owned()));
            asked.asking(at, words).ok()
        })
    }

    /// Whether the texts that mean a missing value in every column were named by a flag, whatever else says what columns are.
    pub(crate) fn is_missing_by_flag(&self) -> bool {
        let Some(Located { value: Item::Section(input), .. }) = self.typed.get("input") else { return false };
        input.get("missing").is_some_and(|missing| matches!(missing.place, Place::Flag(_)))
    }

    /// What it says of quasi columns, and of how files are read, alone: for tables of people of whom nothing else is known.
    pub(crate) fn with_quasi_alone(&self) -> Result<Self, PolicyError> {
        let mut typed = Section::new(self.typed.place().clone());
        let mut columns = Section::new(self.typed.place().clone());
        if let Some(Located { value: Item::Section(all), .. }) = self.typed.get("columns") {
            let is_quasi = |name: &str| self.column(name).is_some_and(|rule| rule.role() == Role::Quasi);
            for (name, item) in all.entries().iter().filter(|(name, _)| is_quasi(name)) {
                columns.set(name, item.place.clone(), item.value.clone());
            }
        }
        columns.set("undeclared", self.typed.place().clone(), Item::Text("drop".to_owned()));
        typed.set("columns", self.typed.place().clone(), Item::Section(columns));
        if let Some(input) = self.typed.get("input") {
            typed.set("input", input.place.clone(), input.value.clone());
        }
        let people = Self::check(&typed, self.base.clone())?;
        Ok(Self { attached: self.attached.clone(), ..people })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{Algorithm, View};

    const TEXT: &str = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\nrent = { role = \"sensitive\" }\n\
                        [[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"100\"\nm = 2\n\
                        [[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"rent\"\nabsolute = \"10\"\nm = 2\n";

    fn with(policy: &Policy, key: &str, item: Item) -> Policy {
        let mut words = policy.words(0).unwrap().clone();
        words.set(key, Place::Flag("--view"), item);
        policy.asking(0, words).unwrap()
    }

    /// What follows from protections when they are typed follows from them here.
    #[test]
    fn other_words_are_checked_as_if_typed() {
        let policy = Policy::from_toml(TEXT, "aloof.toml").unwrap();
        assert!(matches!(policy.method().algorithm(), Algorithm::Split) && !policy.output().group_ids);
        let group = with(&policy, "view", Item::Text("group".to_owned()));
        let typed = TEXT.replacen("m = 2\n", "m = 2\nview = \"group\"\n", 1);
        let typed = Policy::from_toml(&typed, "aloof.toml").unwrap();
        assert_eq!(group.digest().unwrap(), typed.digest().unwrap());
        assert!(matches!(group.method().algorithm(), Algorithm::XColor) && group.output().group_ids);
        assert_eq!((group.protect()[0].view(), group.protect()[1].view()), (View::Group, View::Register));
        assert_ne!(policy.digest().unwrap(), with(&policy, "m", Item::Number("3".to_owned())).digest().unwrap());
        let words = policy.words(0).unwrap().clone();
        assert_eq!(policy.asking(0, words).unwrap().digest().unwrap(), policy.digest().unwrap());
    }

    #[test]
    fn a_stronger_view_is_asked_of_what_has_a_weaker_one() {
        let policy = Policy::from_toml(TEXT, "aloof.toml").unwrap();
        assert!(policy.in_view(View::Register).is_none());
        let group = with(&policy, "view", Item::Text("group".to_owned()));
        let candidates = group.in_view(View::Candidates).unwrap();
        assert_eq!(
            (candidates.protect()[0].view(), candidates.protect()[1].view()),
            (View::Candidates, View::Register)
        );
        let register = candidates.in_view(View::Register).unwrap();
        assert!(register.protect().iter().all(|protect| protect.view() == View::Register));
        assert!(matches!(register.method().algorithm(), Algorithm::Split));
    }

    #[test]
    fn one_more_can_be_asked_for_and_nonsense_cannot() {
        let policy = Policy::from_toml(TEXT, "aloof.toml").unwrap();
        let mut words = policy.words(1).unwrap().clone();
        assert_eq!(policy.asking(2, words.clone()).unwrap().protect().len(), 3);
        words.set("m", Place::Flag("--m"), Item::Text("no".to_owned()));
        assert!(policy.asking(1, words).is_err() && policy.words(2).is_none());
    }
}
