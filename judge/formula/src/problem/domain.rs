//! The domains of physics that problems are sorted into. The lists are closed, so that data sets can be compared.
//!
//! Sources: PRISM-Physics, appendix D.2 (seven domains; its text mentions 28 subtopics, its list names these 26), and
//! the data card of `PHYBench` (six categories, three of which are domains of PRISM-Physics with the same name).

use std::fmt;

/// A domain of PRISM-Physics, or a category of `PHYBench` that is none of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Domain {
    /// PRISM-Physics and `PHYBench`.
    Mechanics,
    /// PRISM-Physics and `PHYBench`, whose rows call it ELECTRICITY.
    Electromagnetism,
    /// PRISM-Physics and `PHYBench`.
    Optics,
    /// PRISM-Physics.
    AtomicNuclearParticle,
    /// PRISM-Physics.
    ThermodynamicsStatistical,
    /// PRISM-Physics.
    Quantum,
    /// PRISM-Physics.
    SolidStateMiscellaneous,
    /// `PHYBench`.
    Thermodynamics,
    /// `PHYBench`.
    Modern,
    /// `PHYBench`.
    Advanced,
}

impl Domain {
    /// Every domain, in the order of the tables: PRISM-Physics first.
    pub const ALL: [Self; 10] = [
        Self::Mechanics,
        Self::Electromagnetism,
        Self::Optics,
        Self::AtomicNuclearParticle,
        Self::ThermodynamicsStatistical,
        Self::Quantum,
        Self::SolidStateMiscellaneous,
        Self::Thermodynamics,
        Self::Modern,
        Self::Advanced,
    ];

    /// Whether PRISM-Physics has it; its domains are all of physics, each once.
    pub const fn is_of_prism(self) -> bool {
        !matches!(self, Self::Thermodynamics | Self::Modern | Self::Advanced)
    }

    /// The name that tables show and files use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mechanics => "Mechanics",
            Self::Electromagnetism => "Electromagnetism",
            Self::Optics => "Optics",
            Self::AtomicNuclearParticle => "Atomic, Nuclear, and Particle Physics",
            Self::ThermodynamicsStatistical => "Thermodynamics and Statistical Physics",
            Self::Quantum => "Quantum Mechanics",
            Self::SolidStateMiscellaneous => "Solid State Physics and Miscellaneous Topics",
            Self::Thermodynamics => "Thermodynamics",
            Self::Modern => "Modern Physics",
            Self::Advanced => "Advanced Physics",
        }
    }

    /// Another name that `PHYBench`'s rows use in their `tag`.
    const fn tag(self) -> Option<&'static str> {
        match self {
            Self::Electromagnetism => Some("ELECTRICITY"),
            Self::Modern => Some("MODERN"),
            Self::Advanced => Some("ADVANCED"),
            Self::Mechanics
            | Self::Optics
            | Self::AtomicNuclearParticle
            | Self::ThermodynamicsStatistical
            | Self::Quantum
            | Self::SolidStateMiscellaneous
            | Self::Thermodynamics => None,
        }
    }

    /// The subtopics of the domain, including `Other` if the source has it.
    pub const fn subtopics(self) -> &'static [&'static str] {
        match self {
            Self::Mechanics => &[
                "Newtonian Mechanics",
                "Analytical Mechanics",
                "Special Relativity",
            ],
            Self::Electromagnetism => &[
                "Electrostatics",
                "Magnetostatics and Quasi-Stationary Fields",
                "Electromagnetic Waves",
            ],
            Self::Optics => &["Geometrical Optics", "Wave Optics", "Quantum Optics"],
            Self::AtomicNuclearParticle => &[
                "Atomic and Molecular Physics",
                "Nuclear Physics",
                "Particle Physics",
                "Other",
            ],
            Self::ThermodynamicsStatistical => &["Thermodynamics", "Statistical Physics"],
            Self::Quantum => &[
                "Basic Principles and One-Dimensional Motions",
                "Central Potentials",
                "Spin and Angular Momentum",
                "Motion in Electromagnetic Fields",
                "Perturbation Theory",
                "Scattering and Transitions",
                "Many-Particle Systems",
                "Other",
            ],
            Self::SolidStateMiscellaneous => &["Solid State Physics", "Relativity", "Other"],
            Self::Thermodynamics => &["Statistical Mechanics", "Heat Engines"],
            Self::Modern => &["SR/GR", "Quantum Mechanics"],
            Self::Advanced => &["Plasma", "Condensed Matter"],
        }
    }

    /// Subtopics that `PHYBench` gives a domain which PRISM-Physics has too.
    const fn phybench_subtopics(self) -> &'static [&'static str] {
        match self {
            Self::Mechanics => &["Dynamics", "Kinematics", "Rotational"],
            Self::Electromagnetism => &["Fields", "Circuits", "Relativistic EM"],
            Self::Optics => &["Wave", "Geometric", "Quantum Optics"],
            Self::AtomicNuclearParticle
            | Self::ThermodynamicsStatistical
            | Self::Quantum
            | Self::SolidStateMiscellaneous
            | Self::Thermodynamics
            | Self::Modern
            | Self::Advanced => &[],
        }
    }

    /// The domain of this name or tag; upper and lower case are the same.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|domain| {
            domain.name().eq_ignore_ascii_case(name)
                || domain
                    .tag()
                    .is_some_and(|tag| tag.eq_ignore_ascii_case(name))
        })
    }

    /// The subtopic of this name, as the lists write it.
    pub fn find_subtopic(self, name: &str) -> Option<&'static str> {
        self.subtopics()
            .iter()
            .chain(self.phybench_subtopics())
            .copied()
            .find(|subtopic| subtopic.eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_tags_are_found_again() {
        for domain in Domain::ALL {
            assert_eq!(Domain::find(domain.name()), Some(domain));
            for subtopic in domain.subtopics() {
                assert_eq!(domain.find_subtopic(subtopic), Some(*subtopic));
            }
        }
        assert_eq!(Domain::find("ELECTRICITY"), Some(Domain::Electromagnetism));
        assert_eq!(Domain::find("MODERN"), Some(Domain::Modern));
        assert_eq!(Domain::find("Alchemy"), None);
    }

    #[test]
    fn the_lists_are_those_of_the_papers() {
        let prism = &Domain::ALL[..7];
        let subtopics: usize = prism.iter().map(|domain| domain.subtopics().len()).sum();
        assert_eq!((prism.len(), subtopics), (7, 26));
        let phybench = [
            "MECHANICS",
            "ELECTRICITY",
            "THERMODYNAMICS",
            "OPTICS",
            "MODERN",
            "ADVANCED",
        ];
        assert!(phybench.iter().all(|tag| Domain::find(tag).is_some()));
        assert_eq!(
            Domain::Mechanics.find_subtopic("Kinematics"),
            Some("Kinematics")
        );
    }
}
