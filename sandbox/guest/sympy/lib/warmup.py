"""Simplify a few expressions of all kinds, then leave the interpreter as a call is to find it.

What is made at first use is made here: lazily built tables, the interpreter's specialised bytecode.
SymPy's caches of results are emptied: a call's fuel is not to depend on these expressions.
"""

EXPRESSIONS = [
    '["Add",["Pow",["f","sin",["s","x"]],["n","2"]],["Pow",["f","cos",["s","x"]],["n","2"]]]',
    '["Mul",["s","g"],["Add",["s","m_{1}"],["Mul",["n","-1"],["s","m_{2}"]]],'
    '["Pow",["Add",["s","m_{1}"],["s","m_{2}"]],["n","-1"]]]',
    '["Mul",["n","1/2"],["s","m"],["Pow",["s","v"],["n","2"]],["Pow",["Add",["n","1"],["Mul",["n","-1"],'
    '["Pow",["s","c"],["n","-2"]],["Pow",["s","v"],["n","2"]]]],["n","-1/2"]]]',
    '["Add",["Mul",["s","a"],["f","exp",["Mul",["n","-1"],["s","k"],["s","t"]]]],'
    '["Mul",["n","2"],["c","pi"],["Pow",["s","L"],["n","1/2"]],["Pow",["s","g"],["n","-1/2"]]]]',
    '["Add",["f","log",["Mul",["s","x"],["Pow",["s","y"],["n","-1"]]]],["f","atan",["s","z"]],'
    '["f","tan",["s","theta"]]]',
    '["Mul",["Pow",["f","tan",["s","x"]],["n","2"]],["f","cos",["s","x"]],["f","sinh",["s","y"]],'
    '["f","cosh",["s","y"]]]',
    '["Pow",["Add",["Pow",["s","a"],["n","2"]],["Mul",["n","2"],["s","a"],["s","b"],["f","cos",'
    '["s","phi"]]],["Pow",["s","b"],["n","2"]]],["n","1/2"]]',
    '["Add",["Pow",["Add",["Pow",["s","r"],["n","-1"]],["Pow",["s","R"],["n","-1"]]],["n","-1"]],'
    '["Mul",["n","1/4"],["s","h"],["Pow",["c","pi"],["n","-1"]]]]',
    '["Mul",["u","f",["s","r"]],["f","Abs",["Add",["s","x"],["n","-1"]]],["f","factorial",["s","n"]]]',
    '["Mul",["Pow",["Mul",["s","P"],["Pow",["s","V"],["n","-2"]]],["n","1/3"]],["f","asin",["Mul",["s","n"],'
    '["f","sin",["s","alpha"]]]],["f","acos",["s","u"]]]',
]


def warm_up():
    stdout = sys.stdout
    sys.stdout = type("Nowhere", (), {"write": lambda self, text: len(text)})()
    for round in range(3):
        for expression in EXPRESSIONS:
            simplify(expression)
            arrange(expression)
    sys.stdout = stdout


class Complete:
    """What is not here by now does not exist."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.startswith(("sympy", "mpmath")):
            raise ModuleNotFoundError(f"{name} was left out of the image", name=name)


warm_up()
clear_cache()
sys.meta_path[0] = Complete
sys.modules["random"].seed(0)
sys.modules["sympy.core.random"].seed(0)
del warm_up, EXPRESSIONS, FromHost, LAZY, STUBS, import_from_host, read
gc.collect()
gc.freeze()
