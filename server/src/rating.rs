//! The rating of a person over seasons (`docs/RULES.md`, Rating): it depends on the place in each final season and on
//! the number of people on its board, so that anybody can check it by hand.

/// The initial rating.
pub const START: u32 = 1500;

/// The most that a season can change.
const STEP: f64 = 160.0;

/// A board with fewer people changes no rating.
const PEOPLE: u32 = 2;

/// The rating after a season with this rank among so many people; a season with fewer than two people changes
/// nothing.
///
/// It rises if a person beats a larger share of the others than the rating predicts.
pub fn after(rating: u32, rank: u32, people: u32) -> u32 {
    if people < PEOPLE {
        return rating;
    }
    let behind = (f64::from(people) - f64::from(rank) + 0.5) / f64::from(people);
    let foretold = 1.0 / (1.0 + 10_f64.powf((f64::from(START) - f64::from(rating)) / 400.0));
    let new = f64::from(rating) + STEP * (behind - foretold);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and a few thousand"
    )]
    let new = new.round().max(0.0) as u32;
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_first_season_changes_nothing_and_its_ends_change_most() {
        assert_eq!(after(START, 3, 5), START);
        assert_eq!(after(START, 1, 100), 1579);
        assert_eq!(after(START, 100, 100), 1421);
        assert_eq!(after(START, 1, 1), START);
    }

    #[test]
    fn a_rating_comes_to_rest_where_the_places_are_as_foretold() {
        let seasons = |rank| (0..200).fold(START, |rating, _| after(rating, rank, 10));
        // Nine in ten people behind, as 400·lg(0.95/0.05) above the start foretells.
        assert!((1990..=2020).contains(&seasons(1)), "{}", seasons(1));
        assert!((980..=1010).contains(&seasons(10)), "{}", seasons(10));
        assert_eq!(after(0, u32::MAX, 2), 0);
    }
}
