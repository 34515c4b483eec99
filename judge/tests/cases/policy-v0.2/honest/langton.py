"""Langton's ant on an infinite board."""
import logging
logger = logging.getLogger("ant")
DIRECTIONS = [(0, 1), (1, 0), (0, -1), (-1, 0)]

class Ant:
    def __init__(self):
        self.position = (0, 0)
        self.heading = 0
        self.black = set()

    def step(self):
        """Turn, flip the cell, move on."""
        if self.position in self.black:
            self.black.remove(self.position)
            self.heading = (self.heading - 1) % 4
        else:
            self.black.add(self.position)
            self.heading = (self.heading + 1) % 4
        dx, dy = DIRECTIONS[self.heading]
        self.position = self.position[0] + dx, self.position[1] + dy
        logger.debug("the ant is now at %s, heading %d", self.position, self.heading)

ant = Ant()
for n in range(200):
    print(len(ant.black))
    ant.step()
