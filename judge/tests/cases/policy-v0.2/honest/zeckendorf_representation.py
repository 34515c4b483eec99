"""Zeckendorf representations, read as binary numbers (A003714)."""
from typing import List


def fibonacci_up_to(limit: int) -> List[int]:
    """Fibonacci numbers 1, 2, 3, 5, ... that do not exceed the limit, in descending order."""
    numbers = [1, 2]
    while numbers[-1] <= limit:
        numbers.append(numbers[-1] + numbers[-2])
    return [number for number in reversed(numbers) if number <= limit]


def zeckendorf(n: int) -> str:
    """Write n as a string of zeros and ones without two adjacent ones."""
    bits = []
    for number in fibonacci_up_to(n):
        if number <= n:
            n -= number
            bits.append("1")
        else:
            bits.append("0")
    return "".join(bits) or "0"


def check(representation: str) -> None:
    """Make sure that the representation is valid."""
    if "11" in representation:
        raise AssertionError(f"{representation} has two adjacent ones")


def main():
    for n in range(200):
        representation = zeckendorf(n)
        check(representation)
        print(int(representation, 2))


if __name__ == "__main__":
    main()
