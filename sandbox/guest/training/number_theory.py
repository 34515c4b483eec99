# Divisors, primes, digits and searches: loops over small integers.
from itertools import count, islice, takewhile
from math import gcd, isqrt, prod


def is_prime(n):
    if n < 2:
        return False
    for d in range(2, isqrt(n) + 1):
        if n % d == 0:
            return False
    return True


def sieve(n):
    flags = bytearray([1]) * (n + 1)
    flags[0:2] = b"\0\0"
    for p in range(2, isqrt(n) + 1):
        if flags[p]:
            flags[p * p :: p] = bytes(len(range(p * p, n + 1, p)))
    return [p for p in range(n + 1) if flags[p]]


def list_sieve(n):
    flags = [True] * (n + 1)
    for p in range(2, int(n**0.5) + 1):
        if flags[p]:
            for multiple in range(p * p, n + 1, p):
                flags[multiple] = False
    return [p for p in range(2, n + 1) if flags[p]]


def factors(n):
    found, d = {}, 2
    while d * d <= n:
        while n % d == 0:
            found[d] = found.get(d, 0) + 1
            n //= d
        d += 1 if d == 2 else 2
    if n > 1:
        found[n] = found.get(n, 0) + 1
    return found


def divisors(n):
    return [d for d in range(1, n + 1) if n % d == 0]


def totient(n):
    return sum(1 for k in range(1, n + 1) if gcd(n, k) == 1)


def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def strong_test(n):
    if n % 2 == 0:
        return n == 2
    d, s = n - 1, 0
    while d % 2 == 0:
        d, s = d // 2, s + 1
    for a in (2, 3, 5, 7):
        if a >= n:
            continue
        x = pow(a, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return n > 1


def is_palindrome(n, base=10):
    digits, m = [], n
    while m > 0:
        m, r = divmod(m, base)
        digits.append(r)
    return digits == digits[::-1]


print(*islice((n for n in count(2) if is_prime(n)), 400))
print(*takewhile(lambda p: p < 500, sieve(20000)), sum(list_sieve(20000)))
for n in range(1, 200):
    print(n, sum(divisors(n)), totient(n), prod(p**e for p, e in factors(n).items()), max(factors(n + 1)))
print(*[collatz(n) for n in range(1, 500)])
print(*[n for n in range(3, 2000) if strong_test(n)])
print(*[n for n in range(5000) if is_palindrome(n) and is_palindrome(n, 2)])
print(*[n for n in range(1, 3000) if sum(int(c) ** len(str(n)) for c in str(n)) == n])
print(*[n for n in range(2, 2000) if all(n % d for d in range(2, isqrt(n) + 1)) and str(n) == str(n)[::-1]])
total = 0
for x in range(1, 120):
    for y in range(x, 120):
        z = isqrt(x * x + y * y)
        if z * z == x * x + y * y and gcd(x, y) == 1:
            total += z
print(total)
i = 0
while i < 60000:
    i += 1
    if i % 3 == 0 or i % 5 == 0:
        total += i
print(total)
