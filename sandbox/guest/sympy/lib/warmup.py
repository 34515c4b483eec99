"""Simplify a few expressions of all kinds, then leave the interpreter as a call is to find it.

What is made at first use is made here: lazily built tables, the interpreter's specialised bytecode.
SymPy's caches of results are emptied: a call's fuel is not to depend on these expressions.
"""

# Formulas as they are in physics, so that every step of simplifying has something to do.
EXPRESSIONS = """
sin(x)**2 + cos(x)**2
g*(m1 - m2)/(m1 + m2)
m*v**2/(2*sqrt(1 - v**2/c**2))
a*exp(-k*t) + 2*pi*sqrt(L/g)
log(x/y) + atan(z) + tan(theta)
tan(x)**2*cos(x)*sinh(y)*cosh(y)
sqrt(a**2 + 2*a*b*cos(phi) + b**2)
1/(1/r + 1/R) + h/(4*pi)
f(r)*Abs(x - 1)*factorial(n)
(p/V**2)**third*asin(n*sin(alpha))*acos(u)
(1 - cos(2*x))/(sin(x)*cos(x)) - 3*sin(x)/cos(x)
a*sin(x)*cos(y) + b*cos(x)*sin(y) + tan(x)/sec(y)
sqrt((1 + v/c)/(1 - v/c))*(1 - v*cos(theta)/c)
q*(1/sqrt(x**2 + (z - d)**2) - 1/sqrt(x**2 + (z + d)**2))/(4*pi*e0)
log(a*b) - 2*log(a) + log(1 + b/a)
(exp(x) - exp(-x))/(exp(x) + exp(-x))*k*T
m*g*(sin(a) - mu*cos(a))/(1 + m/M)**2
(2*m1*v1 + (m2 - m1)*v2)/(m1 + m2) - v1
(sqrt(Q**4 + 12*pi*e0*R**4) - Q**2)/(8*pi*e0)
sqrt(2*g*h)*(n**2 - sin(a)**2)**(1 + third)/(1 + cos(a))
exp(-(x - a)**2/(2*s**2))/(s*sqrt(2*pi))
3*F*cos(sqrt(6)*w*t)/(7*m*w**2) - 5*F/(9*m*w**2)
sinh(x)**2/cosh(x) + cosh(x) - atanh(y)*coth(x)
sqrt(1 + tan(x)**2)*sin(2*x)/(cos(x)**4 - sin(x)**4)
T0*(p/p0)**((k - 1)/k)*(V + b*n)
sqrt(a*b**3)*(a/b)**n/(a**2 - b**2)
""".strip().splitlines()


class Names(dict):
    """What a formula's names stand for: whatever is no function or constant is a symbol."""

    def __missing__(self, name):
        return Symbol(name)


def warm_up():
    names = Names(FUNCTIONS, sqrt=functions.sqrt, f=Function("f"), pi=S.Pi, third=Rational(1, 3))
    trees = [json.dumps(tree_of(eval(formula, {"__builtins__": {}}, names))) for formula in EXPRESSIONS]
    stdout = sys.stdout
    sys.stdout = type("Nowhere", (), {"write": lambda self, text: len(text)})()
    for round in range(3):
        for tree in trees:
            simplify(tree)
            arrange(tree)
            clear_cache()
            quantity.cache_clear()
    sys.stdout = stdout


class Complete:
    """What is not here by now does not exist."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.startswith(("sympy", "mpmath")):
            raise ModuleNotFoundError(f"{name} was left out of the image", name=name)


warm_up()
sys.meta_path[0] = Complete
sys.modules["random"].seed(0)
sys.modules["sympy.core.random"].seed(0)
for name, module in sys.modules.items():
    if name.startswith(("sympy", "mpmath")):
        # Asked for the parent at each import inside a function, by a property in Python; without it
        # the name of the package is enough.
        module.__spec__ = None
del name, module
del warm_up, EXPRESSIONS, Names, FromHost, LAZY, STUBS, import_from_host, read
gc.collect()
gc.freeze()
# Little of what a call makes is garbage that only the collector finds.
gc.set_threshold(100_000)
