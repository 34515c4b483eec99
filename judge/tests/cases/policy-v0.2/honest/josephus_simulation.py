from collections import deque


class EmptyCircleError(Exception):
    """Raised when somebody is to be removed from an empty circle."""


class Circle:
    """People standing in a circle, of whom every k-th one leaves."""

    def __init__(self, size, step):
        self._people = deque(range(1, size + 1))
        self._step = step

    def __len__(self):
        return len(self._people)

    def __repr__(self):
        return f"Circle({list(self._people)!r}, step={self._step})"

    def remove_next(self):
        if not self._people:
            raise EmptyCircleError("there is nobody left in the circle")
        self._people.rotate(1 - self._step)
        return self._people.popleft()

    def survivor(self):
        """Remove people until one is left and return the number of that person."""
        while len(self) > 1:
            self.remove_next()
        return self._people[0]


def main():
    # With a step of three the sequence is A054995.
    for people in range(1, 201):
        print(Circle(people, 3).survivor())


if __name__ == "__main__":
    main()
