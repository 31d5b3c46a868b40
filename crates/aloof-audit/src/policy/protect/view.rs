//! Views: what the adversary knows against whom a principle must hold.

/// What the adversary knows against whom a principle must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum View {
    /// Who holds a register of everybody's quasi values, believes whatever follows from it about who is in which group, and
    /// centres a guess anywhere.
    #[default]
    Register,
    /// Who knows the quasi values of the victim, takes all groups that cover them by their sizes, and guesses around values
    /// that occur.
    Candidates,
    /// Who knows the victim's group, and guesses around values that occur in it.
    Group,
}

impl View {
    /// All of them, the weakest first.
    pub const ALL: [Self; 3] = [Self::Group, Self::Candidates, Self::Register];

    /// Whether whoever looks knows less than in the other.
    pub fn is_weaker_than(self, other: Self) -> bool {
        let rank = |view| Self::ALL.iter().position(|one| *one == view);
        rank(self) < rank(other)
    }

    /// The one with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.name() == name)
    }

    /// The policy's word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Register => "register",
            Self::Candidates => "candidates",
            Self::Group => "group",
        }
    }

    /// Who looks, in a few words for pictures and tables.
    pub fn knowing(self) -> &'static str {
        match self {
            Self::Register => "knowing everybody's quasi values",
            Self::Candidates => "knowing one person's quasi values, guessing around values",
            Self::Group => "knowing the group, guessing around its values",
        }
    }
}
