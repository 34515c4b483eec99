"""Binary necklaces and bracelets of length n by Burnside's lemma (A000031 and A000029, interleaved)."""
from math import gcd


def euler_phi(n):
    """Euler's totient function, the simple way."""
    return sum(1 for k in range(1, n + 1) if gcd(k, n) == 1)


def divisors(n):
    return [d for d in range(1, n + 1) if n % d == 0]


def necklaces(n, colours=2):
    """Number of necklaces with n beads; rotations are not distinguished."""
    if n == 0:
        return 1
    return sum(euler_phi(d) * colours ** (n // d) for d in divisors(n)) // n


def reflections(n, colours=2):
    """Sum over all reflections of the number of colourings that they fix."""
    if n % 2 == 1:
        return n * colours ** ((n + 1) // 2)
    return n // 2 * (colours ** (n // 2) + colours ** (n // 2 + 1))


def bracelets(n, colours=2):
    """Number of bracelets with n beads; reflections are not distinguished either."""
    if n == 0:
        return 1
    return (n * necklaces(n, colours) + reflections(n, colours)) // (2 * n)


if __name__ == "__main__":
    for length in range(100):
        print(necklaces(length))
        print(bracelets(length))
