"""A machine with a tape that moves what it finds there.

Rules are two words each, state and symbol, then what is written, the direction
and the next state. The self test runs a second machine, given on one line.
"""

from dataclasses import dataclass

RULES = """
S1 0RA   S0 0RZ
A1 1RA   A0 1LB
B1 1LB   B0 0RC
C1 0RS   C0 0RZ
"""


@dataclass(frozen=True)
class Step:
    """What is done for one state and symbol."""

    write: int
    direction: int
    after: str


def read_rules(text: str) -> dict[tuple[str, int], Step]:
    """The rules of a machine by what they are for."""
    parts = text.split()
    if len(parts) % 2 != 0:
        raise ValueError("there is a rule without its second half")
    rules = {}
    for when, then in zip(parts[0::2], parts[1::2]):
        rules[when[0], int(when[1])] = Step(int(then[0]), 1 if then[1] == "R" else -1, then[2])
    return rules


class Machine:
    def __init__(self, rules, state):
        self.rules = rules
        self.state = state
        self.at = 0
        self.tape = {}
        self.steps = 0

    def put(self, symbols):
        for place, symbol in enumerate(symbols):
            self.tape[place] = symbol

    def go(self, most):
        """Steps until there is no rule, at most so many."""
        while self.steps < most:
            step = self.rules.get((self.state, self.tape.get(self.at, 0)))
            if step is None:
                return True
            self.tape[self.at] = step.write
            self.at += step.direction
            self.state = step.after
            self.steps += 1
        return False


def test_a_busy_beaver():
    """Three states leave six ones behind."""
    machine = Machine(read_rules("A0 1RB A1 1RZ B0 0RC B1 1RB C0 1LC C1 1LA"), "A")
    assert machine.go(100), "it should have stopped"
    assert sum(machine.tape.values()) == 6


def main():
    test_a_busy_beaver()
    for ones in range(200):
        machine = Machine(read_rules(RULES), "S")
        machine.put([1] * (ones % 20))
        machine.go(20 * ones)
        print(machine.steps * 1000 + sum(machine.tape.values()))


if __name__ == "__main__":
    main()
