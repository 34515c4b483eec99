"""Agent-based epidemic on a grid of cities, without any randomness.

People move between cities by fixed rules. Infected people infect others in the
same city when enough of them are there. Prints the number of infected people.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from enum import Enum, auto


class Health(Enum):
    SUSCEPTIBLE = auto()
    EXPOSED = auto()
    INFECTED = auto()
    RECOVERED = auto()


@dataclass
class Disease:
    """Parameters of a disease, all in days or people."""

    incubation: int = 3
    duration: int = 7
    threshold: int = 2
    immunity: int = 40

    def validate(self):
        for name in ("incubation", "duration", "threshold", "immunity"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1")


@dataclass
class Person:
    number: int
    home: int
    city: int
    health: Health = Health.SUSCEPTIBLE
    since: int = 0

    def become(self, health, day):
        self.health = health
        self.since = day

    def update(self, day, disease):
        """Let the disease take its course."""
        days = day - self.since
        if self.health is Health.EXPOSED and days >= disease.incubation:
            self.become(Health.INFECTED, day)
        elif self.health is Health.INFECTED and days >= disease.duration:
            self.become(Health.RECOVERED, day)
        elif self.health is Health.RECOVERED and days >= disease.immunity:
            self.become(Health.SUSCEPTIBLE, day)

    def travel(self, day, cities):
        if self.health is Health.INFECTED:
            self.city = self.home
        elif (day + self.number) % 5 == 0:
            self.city = (self.city + self.number % 3 + 1) % cities
        elif (day + self.number) % 5 == 3:
            self.city = self.home


@dataclass
class City:
    index: int
    visitors: list = field(default_factory=list)

    def infected(self):
        return sum(person.health is Health.INFECTED for person in self.visitors)

    def spread(self, day, disease):
        count = self.infected()
        if count < disease.threshold:
            return 0
        exposed = 0
        for person in self.visitors:
            if person.health is Health.SUSCEPTIBLE and exposed < count:
                person.become(Health.EXPOSED, day)
                exposed += 1
        return exposed


class World:
    """All cities and the people who live in them."""

    def __init__(self, population, cities, disease):
        disease.validate()
        self.disease = disease
        self.day = 0
        self.cities = [City(index) for index in range(cities)]
        self.people = []
        for number in range(population):
            home = number * number % cities
            self.people.append(Person(number, home, home))
        self.history = defaultdict(list)

    def infect(self, *numbers):
        for number in numbers:
            try:
                person = self.people[number]
            except IndexError:
                raise LookupError(f"there is no person {number}") from None
            person.become(Health.INFECTED, self.day)

    def gather(self):
        for city in self.cities:
            city.visitors.clear()
        for person in self.people:
            self.cities[person.city].visitors.append(person)

    def step(self):
        self.day += 1
        for person in self.people:
            person.travel(self.day, len(self.cities))
        self.gather()
        for city in self.cities:
            city.spread(self.day, self.disease)
        for person in self.people:
            person.update(self.day, self.disease)
        self.record()

    def record(self):
        counts = Counter(person.health for person in self.people)
        for health in Health:
            self.history[health].append(counts[health])

    def peak(self):
        values = self.history[Health.INFECTED]
        return max(range(len(values)), key=values.__getitem__)


def main():
    world = World(population=150, cities=12, disease=Disease())
    world.infect(0, 12, 24, 36)
    for _ in range(200):
        world.step()
        print(world.history[Health.INFECTED][-1])


if __name__ == "__main__":
    main()
