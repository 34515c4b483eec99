"""How many Fridays the 13th each year has, from 1900 on."""
import calendar
import datetime as dt
from collections import Counter


def unlucky_fridays(year: int) -> int:
    return sum(
        dt.date(year, month, 13).weekday() == calendar.FRIDAY
        for month in range(1, 13)
    )


def main():
    tally = Counter()
    for year in range(1900, 2100):
        number = unlucky_fridays(year)
        tally[number] += 1
        print(number)
    if sum(tally.values()) != 200:
        raise AssertionError("every year should have been counted once")


if __name__ == '__main__':
    main()
