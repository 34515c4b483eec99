import operator

class Stack(list):
    push = list.append

OPERATORS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv}

def evaluate(expression: str, **variables: int) -> int:
    """Evaluate an expression in reverse Polish notation."""
    stack = Stack()
    for token in expression.split():
        if token in OPERATORS:
            right, left = stack.pop(), stack.pop()
            stack.push(OPERATORS[token](left, right))
        elif token in variables:
            stack.push(variables[token])
        else:
            stack.push(int(token))
    if len(stack) != 1:
        raise ValueError(f"the expression {expression!r} leaves {len(stack)} values")
    return stack.pop()

for n in range(200):
    print(evaluate("n n 1 + * 2 // n 3 - -", n=n))
