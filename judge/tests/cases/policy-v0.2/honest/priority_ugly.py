import heapq


def ugly_numbers(primes=(2, 3, 5), count=200):
    """Numbers without prime factors other than the given ones (A051037)."""
    heap = [1]
    seen = {1}
    for _ in range(count):
        smallest = heapq.heappop(heap)
        yield smallest
        for prime in primes:
            candidate = prime * smallest
            if candidate not in seen:
                seen.add(candidate)
                heapq.heappush(heap, candidate)


def main():
    numbers = list(ugly_numbers())
    if numbers != sorted(numbers):
        raise AssertionError("the numbers should come in order")
    for number in numbers:
        print(number)


main()
