"""What the host calls: `simplify(tree)` and `arrange(tree)`, both from JSON to one line of JSON.

A tree is a list: `["n", "-1/2"]` a rational number, `["c", "pi"]` a constant, `["s", name]` a symbol,
`["Add", …]`, `["Mul", …]`, `["Pow", base, exponent]`, `["f", name, …]` a function SymPy knows,
`["u", name, …]` one it does not. The answer is `{"tree": …}` or `{"error": reason}`.
"""

import_from_host(
    """
    sympy.core sympy.logic sympy.assumptions sympy.polys sympy.series sympy.functions sympy.ntheory
    sympy.concrete sympy.discrete sympy.simplify sympy.sets sympy.solvers sympy.solvers.solveset
    sympy.matrices sympy.calculus sympy.integrals

    sympy.assumptions.handlers.calculus sympy.assumptions.handlers.common
    sympy.assumptions.handlers.matrices sympy.assumptions.handlers.ntheory
    sympy.assumptions.handlers.order sympy.assumptions.handlers.sets sympy.assumptions.lra_satask
    sympy.assumptions.predicates.matrices sympy.assumptions.predicates.sets
    sympy.assumptions.relation.equality sympy.assumptions.satask sympy.assumptions.wrapper
    sympy.concrete.delta sympy.logic.algorithms.dpll2 sympy.parsing.sympy_parser
    sympy.polys.dispersion sympy.polys.domains.old_fractionfield
    sympy.polys.domains.old_polynomialring sympy.sets.handlers.add sympy.sets.handlers.functions
    sympy.sets.handlers.intersection sympy.sets.handlers.issubset sympy.sets.handlers.mul
    sympy.sets.handlers.power sympy.sets.handlers.union sympy.solvers.decompogen
    sympy.solvers.inequalities
    """.split()
)

import json
from functools import cache

import sympy.functions as functions
from sympy.core import Add, Dummy, Expr, Integer, Mul, Pow, Rational, S, Symbol
from sympy.core.cache import clear_cache
from sympy.core.function import AppliedUndef, Function
from sympy.simplify.simplify import posify, simplify as sympy_simplify

CONSTANTS = {
    "pi": S.Pi,
    "E": S.Exp1,
    "I": S.ImaginaryUnit,
    "oo": S.Infinity,
    "-oo": S.NegativeInfinity,
}
CONSTANT_NAMES = {constant: name for name, constant in CONSTANTS.items()}
# As deep as the host reads JSON, with room to spare.
MAX_DEPTH = 100
OPERATORS = {"Add": Add, "Mul": Mul, "Pow": Pow}
FUNCTIONS = {
    name: getattr(functions, name)
    for name in """
    sin cos tan cot sec csc asin acos atan acot asec acsc sinh cosh tanh coth sech csch asinh acosh
    atanh acoth asech acsch exp log Abs factorial binomial Min Max sign re im arg conjugate erf floor
    ceiling
    """.split()
}


class Unsupported(Exception):
    pass


def build(tree):
    kind, *rest = tree
    if kind == "n":
        return Rational(rest[0]) if "/" in rest[0] else Integer(rest[0])
    if kind == "s":
        return Symbol(rest[0])
    if kind == "c":
        return CONSTANTS[rest[0]]
    if kind in OPERATORS:
        return OPERATORS[kind](*map(build, rest), evaluate=False)
    if kind == "f":
        return FUNCTIONS[rest[0]](*map(build, rest[1:]), evaluate=False)
    return Function(rest[0])(*map(build, rest[1:]))


def tree_of(expression, depth=0):
    if depth > MAX_DEPTH:
        raise Unsupported("too deeply nested")
    if expression.is_Rational and expression.is_finite is not False:
        return ["n", str(expression)]
    if expression in CONSTANT_NAMES:
        return ["c", CONSTANT_NAMES[expression]]
    kind = type(expression)
    if kind is Symbol:
        return ["s", expression.name]
    arguments = [tree_of(argument, depth + 1) for argument in expression.args]
    if kind in (Add, Mul, Pow):
        return [kind.__name__, *arguments]
    if isinstance(expression, AppliedUndef):
        return ["u", kind.__name__, *arguments]
    if isinstance(expression, Function) or kind.__name__ in FUNCTIONS:
        return ["f", kind.__name__, *arguments]
    raise Unsupported(kind.__name__)


@cache
def quantity(name):
    """The positive quantity that a symbol stands for, the same in all calls: what is known of it stays."""
    return Dummy(name, positive=True)


def positive(expression):
    """The expression with a positive quantity for each symbol, and the symbols for the quantities.

    What `posify` makes, which puts in one symbol after the other and evaluates each time."""
    quantities = {symbol: quantity(symbol.name) for symbol in expression.free_symbols}
    replaced = expression.xreplace(quantities)
    if replaced.has(S.ComplexInfinity, S.Infinity, S.NegativeInfinity, S.NaN):
        # Where something is divided by zero, it matters which symbol is the first.
        return posify(expression)
    return replaced, {quantity: symbol for symbol, quantity in quantities.items()}


def answered(change):
    def answer(text):
        try:
            expression = change(build(json.loads(text)))
            if not isinstance(expression, Expr):
                raise Unsupported(type(expression).__name__)
            result = {"tree": tree_of(expression)}
        except MemoryError:
            raise
        except Exception as error:
            result = {"error": f"{type(error).__name__}: {str(error)[:200]}"}
        sys.stdout.write(json.dumps(result, ensure_ascii=False) + "\n")

    return answer


@answered
def simplify(expression):
    """Every symbol stands for a positive quantity, as in PHYBench."""
    quantities, symbols = positive(expression)
    return sympy_simplify(quantities).xreplace(symbols)


@answered
def arrange(expression):
    """As `simplify`, without simplifying: SymPy's own order of terms and factors."""
    quantities, symbols = positive(expression)
    return quantities.xreplace(symbols)
