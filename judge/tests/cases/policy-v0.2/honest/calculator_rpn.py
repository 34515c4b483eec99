"""Evaluate reverse Polish expressions that are built from n, with an operator table."""
import operator
from typing import Callable, Dict, List

OPERATORS: Dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
}


class RPNError(ValueError):
    """An expression that cannot be evaluated."""


def evaluate(expression: str) -> int:
    """Evaluate a reverse Polish expression.

    >>> evaluate("3 4 + 2 *")
    14
    """
    stack: List[int] = []
    for token in expression.split():
        if token in OPERATORS:
            if len(stack) < 2:
                raise RPNError(f"operator {token!r} needs two operands")
            right = stack.pop()
            left = stack.pop()
            stack.append(OPERATORS[token](left, right))
        elif token.lstrip("-").isdigit():
            stack.append(int(token))
        else:
            raise RPNError(f"unknown token {token!r}")
    if len(stack) != 1:
        raise RPNError(f"{len(stack)} values are left on the stack")
    return stack[0]


def main() -> None:
    for n in range(200):
        print(evaluate(f"{n} 1 + {n} * 2 // 7 % {n} + 3 *"))


if __name__ == "__main__":
    main()
