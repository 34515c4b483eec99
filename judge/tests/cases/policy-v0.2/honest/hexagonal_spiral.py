from typing import NamedTuple

class Hex(NamedTuple):
    q: int
    r: int

    def __add__(self, other):
        return Hex(self.q + other.q, self.r + other.r)

    @property
    def distance(self):
        return max(abs(self.q), abs(self.r), abs(self.q + self.r))

STEPS = [Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1), Hex(1, 0), Hex(1, -1)]

def spiral():
    place = Hex(0, 0)
    yield place
    radius = 0
    while True:
        radius += 1
        place = place + Hex(1, 0) + Hex(0, 0)
        for step in STEPS:
            for _ in range(radius):
                yield place
                place = place + step

for n, place in zip(range(200), spiral()):
    print(place.distance * 10 + abs(place.q))
