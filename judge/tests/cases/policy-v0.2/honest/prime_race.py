"""Prime race modulo 4 (Chebyshev's bias): lead of the primes 3 mod 4 over the primes 1 mod 4."""
import logging
from itertools import count

logging.basicConfig(format="%(levelname)s: %(message)s")
logger = logging.getLogger(__name__)


def is_prime(number: int) -> bool:
    """Trial division."""
    if number < 2:
        return False
    if number in (2, 3):
        return True
    if number % 2 == 0 or number % 3 == 0:
        return False
    divisor = 5
    while divisor * divisor <= number:
        if number % divisor == 0 or number % (divisor + 2) == 0:
            return False
        divisor += 6
    return True


def race():
    lead = 0
    for number in count(2):
        if not is_prime(number):
            continue
        remainder = number % 4
        if remainder == 3:
            lead += 1
        elif remainder == 1:
            lead -= 1
        else:
            logger.info("the prime %d does not take part", number)
        yield lead


def main():
    for position, lead in enumerate(race()):
        if position >= 200:
            return
        print(lead)


if __name__ == "__main__":
    main()
