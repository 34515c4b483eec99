"""Nights worked on a ward whose roster goes round in nine shifts.

A member of the roster says by its name what it is: names that begin with
NIGHT are night shifts, and a REST between underscores is a day off. Printed are the hours that
have been worked at night after each of 200 days.
"""

from enum import Enum, auto


class Shift(Enum):
    """What a nurse may be down for, in the order of the roster."""

    MORNING = auto()
    LONG_MORNING = auto()
    NIGHT = auto()
    NIGHT_ON_CALL = auto()
    FIRST_REST = auto()
    EVENING = auto()
    TRAINING = auto()
    SECOND_REST = auto()
    LONG_EVENING = auto()

    @property
    def is_at_night(self) -> bool:
        return self.name.startswith("NIGHT")

    @property
    def is_free(self) -> bool:
        return "REST" in self.name

    @property
    def hours(self) -> int:
        """Hours that are paid for it."""
        if self.is_free:
            return 0
        return 8 + self.value % 3


class Nurse:
    """Somebody who follows the roster, starting anywhere in it."""

    def __init__(self, first: Shift) -> None:
        self.roster = list(Shift)
        self.position = self.roster.index(first)
        self.hours_at_night = 0
        self.days_off = 0

    def work_one_day(self) -> None:
        shift = self.roster[self.position]
        if shift.is_free:
            self.days_off += 1
        elif shift.is_at_night:
            self.hours_at_night += shift.hours
        self.position = (self.position + 1) % len(self.roster)


def main() -> None:
    nurses = [Nurse(first) for first in Shift if not first.is_free]
    for day in range(200):
        # Everybody works, but only every other one is on this ward.
        for nurse in nurses:
            nurse.work_one_day()
        print(sum(nurse.hours_at_night for nurse in nurses[day % 2 :: 2]))


if __name__ == "__main__":
    main()
