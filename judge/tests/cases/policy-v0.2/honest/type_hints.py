from typing import Iterator, Dict, List, Optional, Tuple
def collatz_lengths(limit: int) -> Iterator[Tuple[int, int]]:
    cache: Dict[int, int] = {1: 0}
    def length(value: int) -> int:
        stack: List[int] = []
        current: int = value
        while current not in cache:
            stack.append(current)
            current = current // 2 if current % 2 == 0 else 3 * current + 1
        base: Optional[int] = cache[current]
        assert base is not None
        for depth, item in enumerate(reversed(stack), start=1):
            cache[item] = base + depth
        return cache[value]
    for candidate in range(1, limit + 1):
        yield candidate, length(candidate)
def main() -> None:
    for _, steps in collatz_lengths(200):
        print(steps)
if __name__ == "__main__":
    main()
