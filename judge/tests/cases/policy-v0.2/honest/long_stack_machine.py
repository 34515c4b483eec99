"""A compiler for a tiny language and the stack machine that runs its code.

The program that is compiled prints the sums of the divisors. Everything is as
simple as it can be: expressions are nested tuples, code is a list of pairs.
"""

import operator
from enum import Enum, auto


class Op(Enum):
    """The instructions of the machine."""

    PUSH = auto()
    LOAD = auto()
    STORE = auto()
    BINARY = auto()
    JUMP = auto()
    JUMP_IF_ZERO = auto()
    PRINT = auto()
    HALT = auto()


BINARY_OPERATORS = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "%": operator.mod,
    "<": operator.lt,
    "==": operator.eq,
}


class CompileError(Exception):
    """The program cannot be compiled."""


class Compiler:
    """Turns statements into code."""

    def __init__(self):
        self.code = []

    def emit(self, op, argument=None):
        """Appends an instruction and returns its address."""
        self.code.append((op, argument))
        return len(self.code) - 1

    def patch(self, address):
        """Lets a jump go to the next instruction."""
        op, _ = self.code[address]
        self.code[address] = op, len(self.code)

    def expression(self, node):
        if isinstance(node, int):
            self.emit(Op.PUSH, node)
        elif isinstance(node, str):
            self.emit(Op.LOAD, node)
        elif isinstance(node, tuple) and len(node) == 3:
            left, symbol, right = node
            if symbol not in BINARY_OPERATORS:
                raise CompileError(f"unknown operator {symbol!r}")
            self.expression(left)
            self.expression(right)
            self.emit(Op.BINARY, symbol)
        else:
            raise CompileError(f"not an expression: {node!r}")

    def statement(self, node):
        match node:
            case ("let", name, value):
                self.expression(value)
                self.emit(Op.STORE, name)
            case ("print", value):
                self.expression(value)
                self.emit(Op.PRINT)
            case ("while", condition, body):
                start = len(self.code)
                self.expression(condition)
                exit_jump = self.emit(Op.JUMP_IF_ZERO)
                self.block(body)
                self.emit(Op.JUMP, start)
                self.patch(exit_jump)
            case ("if", condition, body):
                self.expression(condition)
                skip = self.emit(Op.JUMP_IF_ZERO)
                self.block(body)
                self.patch(skip)
            case _:
                raise CompileError(f"not a statement: {node!r}")

    def block(self, statements):
        for statement in statements:
            self.statement(statement)


class Machine:
    """Runs code."""

    def __init__(self, code):
        self.code = code
        self.stack = []
        self.variables = {}
        self.counter = 0

    def run(self):
        """Yields what is printed."""
        while True:
            op, argument = self.code[self.counter]
            self.counter += 1
            if op is Op.HALT:
                return
            if op is Op.PUSH:
                self.stack.append(argument)
            elif op is Op.LOAD:
                self.stack.append(self.variables[argument])
            elif op is Op.STORE:
                self.variables[argument] = self.stack.pop()
            elif op is Op.BINARY:
                right = self.stack.pop()
                left = self.stack.pop()
                self.stack.append(int(BINARY_OPERATORS[argument](left, right)))
            elif op is Op.JUMP:
                self.counter = argument
            elif op is Op.JUMP_IF_ZERO:
                if self.stack.pop() == 0:
                    self.counter = argument
            elif op is Op.PRINT:
                yield self.stack.pop()


PROGRAM = [
    ("let", "n", 1),
    ("while", ("n", "<", 101), [
        ("let", "sum", 0),
        ("let", "d", 1),
        ("while", ("d", "<", ("n", "+", 1)), [
            ("if", (("n", "%", "d"), "==", 0), [("let", "sum", ("sum", "+", "d"))]),
            ("let", "d", ("d", "+", 1)),
        ]),
        ("print", "sum"),
        ("let", "n", ("n", "+", 1)),
    ]),
]


if __name__ == "__main__":
    compiler = Compiler()
    compiler.block(PROGRAM)
    compiler.emit(Op.HALT)
    for value in Machine(compiler.code).run():
        print(value)
