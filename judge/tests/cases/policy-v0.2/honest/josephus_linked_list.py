class Person:
    __slots__ = ("number", "next")

    def __init__(self, number):
        self.number = number
        self.next = None


class Circle:
    """People in a circle, as a singly linked list."""

    def __init__(self, size):
        self.size = size
        self.tail = None
        for number in range(1, size + 1):
            self._append(Person(number))

    def _append(self, person):
        if self.tail is None:
            person.next = person
        else:
            person.next = self.tail.next
            self.tail.next = person
        self.tail = person

    def eliminate(self, every):
        """Remove every so-many-th person; return the number of the survivor."""
        previous = self.tail
        remaining = self.size
        while remaining > 1:
            for _ in range(every - 1):
                previous = previous.next
            previous.next = previous.next.next
            remaining -= 1
        return previous.next.number


if __name__ == "__main__":
    for people in range(1, 201):
        print(Circle(people).eliminate(every=3))
