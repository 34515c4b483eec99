# This program lists the numbers whose divisors sum to a perfect square.
# It is written for readers, not for golfers.
import math


def divisor_sum(number):
    """Return the sum of all divisors of a positive number."""
    total = 0
    # Divisors come in pairs: d and number // d.
    for candidate in range(1, math.isqrt(number) + 1):
        if number % candidate == 0:
            total += candidate
            partner = number // candidate
            if partner != candidate:
                total += partner
    return total


def is_square(number):
    """Tell whether a number is a perfect square."""
    root = math.isqrt(number)
    return root * root == number


def squares_of_divisors():
    """Yield the numbers in question, the smallest first."""
    number = 0
    while True:
        number += 1
        if is_square(divisor_sum(number)):
            yield number


def main():
    found = 0
    for number in squares_of_divisors():
        print(number)
        found += 1
        if found == 200:
            return


main()
