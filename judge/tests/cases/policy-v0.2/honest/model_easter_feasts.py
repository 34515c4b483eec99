"""Days between Easter and other feasts, in functional style.

For every year from 1900 on this prints one integer which packs three facts:

    1000 * (weeks between Epiphany and Ash Wednesday, rounded down)
     + 1 * (day of the year of Easter Sunday)

All functions are pure; a year flows through a pipeline

    year -> golden number, century corrections -> full moon -> Sunday -> feasts

and nothing is ever assigned twice.  Dates are represented by day numbers
("rata die": day 1 is 0001-01-01 of the proleptic Gregorian calendar), so that
arithmetic is trivial and weekdays are remainders modulo 7.
"""

from functools import partial, reduce
from itertools import accumulate, chain, count, islice, starmap, takewhile
from operator import add, mul

FIRST_YEAR = 1900
TERMS = 220

SUNDAY = 0
DAYS_PER_WEEK = 7

# feast -> days after Easter Sunday
MOVEABLE_FEASTS = {
    "shrove tuesday": -47,
    "ash wednesday": -46,
    "good friday": -2,
    "easter": 0,
    "ascension": 39,
    "pentecost": 49,
    "corpus christi": 60,
}


# ---------------------------------------------------------------- toolbox

def pipe(value, *functions):
    """pipe(x, f, g, h) == h(g(f(x)))"""
    return reduce(lambda acc, function: function(acc), functions, value)


def divides(divisor):
    return lambda n: n % divisor == 0


def fork(combine, *functions):
    """x -> combine(f(x), g(x), ...)"""
    return lambda x: combine(*(function(x) for function in functions))


# ---------------------------------------------------------------- calendar

is_leap = fork(
    lambda four, hundred, four_hundred: four and (not hundred or four_hundred),
    divides(4),
    divides(100),
    divides(400),
)


def month_lengths(year):
    """Lengths of the twelve months.

    The pattern 31, 30, 31, 30, 31 repeats from March on, because February was
    once the last month of the year and got what remained.
    """
    long_short = [31 if k % 5 % 2 == 0 else 30 for k in range(10)]
    january, february = long_short[0], 28 + is_leap(year)
    return [january, february, *long_short]


def days_before_year(year):
    past = year - 1
    return sum(starmap(mul, zip((365, 1, -1, 1), (past, past // 4, past // 100, past // 400))))


def days_before_month(year, month):
    return list(accumulate(month_lengths(year), add, initial=0))[month - 1]


def rata_die(year, month, day):
    return days_before_year(year) + days_before_month(year, month) + day


def weekday(day_number):
    """0 = Sunday, ..., 6 = Saturday"""
    return day_number % DAYS_PER_WEEK


def day_of_year(year, day_number):
    return day_number - days_before_year(year)


def on_or_after(wanted, day_number):
    """First day with the wanted weekday, not before day_number."""
    return day_number + (wanted - weekday(day_number)) % DAYS_PER_WEEK


# ---------------------------------------------------------------- computus

def shifted_epact(year):
    """Age of the moon for April 5th, with Lilius' century corrections."""
    century = year // 100 + 1
    golden = year % 19
    raw = (14 + 11 * golden - 3 * century // 4 + (5 + 8 * century) // 25) % 30
    return raw + (raw == 0 or (raw == 1 and golden > 10))


def paschal_moon(year):
    return rata_die(year, 4, 19) - shifted_epact(year)


def easter(year):
    """The Sunday after the paschal full moon."""
    return pipe(
        year,
        paschal_moon,
        partial(add, 1),
        partial(on_or_after, SUNDAY),
    )


def feasts(year):
    return {name: easter(year) + offset for name, offset in MOVEABLE_FEASTS.items()}


def epiphany(year):
    return rata_die(year, 1, 6)


def carnival_weeks(year):
    return (feasts(year)["ash wednesday"] - epiphany(year)) // DAYS_PER_WEEK


def term(year):
    return fork(
        lambda weeks, day: 1000 * weeks + day,
        carnival_weeks,
        lambda y: day_of_year(y, easter(y)),
    )(year)


# ---------------------------------------------------------------- checks

def plausible(year):
    """Easter lies between March 22nd and April 25th and is a Sunday."""
    earliest, latest = rata_die(year, 3, 22), rata_die(year, 4, 25)
    return earliest <= easter(year) <= latest and weekday(easter(year)) == SUNDAY


def failures(years):
    known = (
        easter(2000) == rata_die(2000, 4, 23),
        easter(2024) == rata_die(2024, 3, 31),
        easter(1943) == rata_die(1943, 4, 25),
        sum(month_lengths(1900)) == 365,
        sum(month_lengths(2000)) == 366,
    )
    return [ok for ok in chain(known, map(plausible, years)) if not ok]


years = partial(count, FIRST_YEAR)

if __name__ == "__main__":
    assert not failures(takewhile(lambda y: y < FIRST_YEAR + TERMS, years()))
    print(*map(term, islice(years(), TERMS)), sep="\n")
