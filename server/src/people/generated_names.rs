//! Generates sign-in names for people who are given none. The names stay in records for ever and reveal nothing about
//! a person.

use std::collections::BTreeSet;

/// Short words that everybody can spell.
const ANIMALS: [&str; 40] = [
    "ant", "bat", "bear", "bee", "bison", "boar", "camel", "cat", "cod", "crab", "crow", "deer",
    "dove", "duck", "eagle", "eel", "elk", "finch", "fox", "frog", "goose", "hare", "hawk",
    "heron", "ibis", "koala", "lark", "lion", "lynx", "mole", "moose", "otter", "owl", "panda",
    "raven", "seal", "swan", "tiger", "toad", "wolf",
];

/// Draws with one number of digits before one more is taken.
const DRAWS: usize = 20;

/// As many names that nobody has and that are not in `taken`, which is in lower case.
pub fn make_names(count: usize, taken: &BTreeSet<String>) -> Vec<String> {
    let mut made: Vec<String> = Vec::with_capacity(count);
    let mut used = taken.clone();
    while made.len() < count {
        let name = free_name(&used);
        used.insert(name.clone());
        made.push(name);
    }
    made
}

fn free_name(used: &BTreeSet<String>) -> String {
    let mut top = 100_u32;
    loop {
        for _ in 0..DRAWS {
            let animal = ANIMALS[usize::from(rand::random::<u16>()) % ANIMALS.len()];
            let number = top / 10 + rand::random::<u32>() % (top - top / 10);
            let name = format!("{animal}-{number}");
            if !used.contains(&name) {
                return name;
            }
        }
        top = top.saturating_mul(10);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::check_name;

    #[test]
    fn made_up_names_are_free_different_and_names() {
        let taken: BTreeSet<String> = (10..100).map(|n| format!("fox-{n}")).collect();
        let made = make_names(5000, &taken);
        let different: BTreeSet<&String> = made.iter().collect();
        assert_eq!(different.len(), 5000);
        for name in &made {
            assert_eq!(check_name(name), Ok(()));
            assert!(!taken.contains(name));
        }
        // Most are as short as can be.
        assert!(made.iter().filter(|name| name.len() <= 8).count() > 3000);
    }
}
