"""Continued fraction of pi from a rational approximation with many digits.

We compute pi with Machin's formula in fixed point arithmetic, twice, with a slightly different
number of guard digits, and only trust the partial quotients that both agree on.
"""


def arctan_inverse(x, unity):
    """Return arctan(1/x) scaled by unity."""
    power = total = unity // x
    n = 3
    sign = -1
    while power:
        power //= x * x
        total += sign * (power // n)
        sign = -sign
        n += 2
    return total


def pi_scaled(digits):
    """Return pi * 10**digits, rounded down, with ten guard digits thrown away."""
    unity = 10 ** (digits + 10)
    return 4 * (4 * arctan_inverse(5, unity) - arctan_inverse(239, unity)) // 10**10


def continued_fraction(numerator, denominator):
    """Yield the partial quotients of a fraction by Euclid's algorithm."""
    while denominator:
        quotient, remainder = divmod(numerator, denominator)
        yield quotient
        numerator, denominator = denominator, remainder


def common_prefix(first, second):
    for a, b in zip(first, second):
        if a != b:
            return
        yield a


def main():
    digits = 300
    low = continued_fraction(pi_scaled(digits), 10**digits)
    high = continued_fraction(pi_scaled(digits) + 1, 10**digits)
    count = 0
    for quotient in common_prefix(low, high):
        print(quotient)
        count += 1
        if count == 200:
            break


if __name__ == "__main__":
    main()
