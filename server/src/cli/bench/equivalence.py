"""Algorithm 1 of PRISM-Physics, written plainly on SymPy.

Reads pairs of statements, one JSON object a line with `reference` and `answer`: lists of the trees of
the sides. Writes for each pair whether they are equivalent (null: no answer within the limit) and
the CPU seconds that it took.
"""

import json
import random
import signal
import sys
import time

import sympy

LIMIT_SECONDS = 10
LOW, HIGH, TRIALS, NEEDED, TOLERANCE = 2, 20, 40, 10, 1e-6
CONSTANTS = {"pi": sympy.pi, "E": sympy.E, "I": sympy.I, "oo": sympy.oo}


class OutOfTime(Exception):
    pass


def out_of_time(*_):
    raise OutOfTime


def expression(tree):
    kind, *rest = tree
    if kind == "n":
        return sympy.Rational(rest[0])
    if kind == "c":
        return CONSTANTS[rest[0]]
    if kind == "s":
        return sympy.Symbol(rest[0])
    if kind in ("f", "u"):
        name, *arguments = rest
        arguments = [expression(argument) for argument in arguments]
        known = getattr(sympy, name, None) if kind == "f" else None
        # What SymPy does not know is one symbol for each name with its arguments.
        return known(*arguments) if known else sympy.Symbol(f"{name}{arguments}")
    operator = {"Add": sympy.Add, "Mul": sympy.Mul, "Pow": sympy.Pow}[kind]
    return operator(*[expression(operand) for operand in rest])


def solutions(difference, target, values):
    found = sympy.solve(difference.subs(values), target)
    return [complex(solution.evalf()) for solution in found]


def is_close(a, b):
    return abs(a - b) <= TOLERANCE * max(abs(a), abs(b), 1e-300)


def match(some, others):
    others = list(others)
    for one in some:
        partner = next((other for other in others if is_close(one, other)), None)
        if partner is None:
            return False
        others.remove(partner)
    return not others


def equivalent(reference, answer, stream):
    sides = [[expression(side) for side in pair] for pair in (reference, answer)]
    if len(sides[0]) != len(sides[1]):
        return False
    first, second = (pair[0] - pair[1] if len(pair) == 2 else pair[0] for pair in sides)
    variables = sorted(first.free_symbols | second.free_symbols, key=str)
    if not variables:
        return is_close(complex(first), complex(second))
    equal = 0
    for _ in range(TRIALS):
        target = stream.choice(variables)
        values = {one: stream.uniform(LOW, HIGH) for one in variables if one != target}
        if len(sides[0]) == 1:
            values[target] = stream.uniform(LOW, HIGH)
            found = [[complex(one.subs(values).evalf())] for one in (first, second)]
        else:
            try:
                found = [solutions(one, target, values) for one in (first, second)]
            except (NotImplementedError, TypeError, ValueError):
                continue
        if not found[0] and not found[1]:
            continue
        if not match(*found):
            return False
        equal += 1
        if equal >= NEEDED:
            return True
    return False


def main():
    signal.signal(signal.SIGVTALRM, out_of_time)
    for line in sys.stdin:
        pair = json.loads(line)
        stream = random.Random(line)
        signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT_SECONDS)
        began = time.process_time()
        try:
            verdict = equivalent(pair["reference"], pair["answer"], stream)
        except OutOfTime:
            verdict = None
        except Exception:  # Whatever SymPy trips over counts as no answer.
            verdict = None
        seconds = time.process_time() - began
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        print(json.dumps({"equivalent": verdict, "seconds": seconds}), flush=True)


main()
