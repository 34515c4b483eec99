def size(t):
    match t:
        case int(): return 1
        case (left, right): return size(left) + size(right)
        case [first, *rest]: return size(first) + sum(map(size, rest))
        case _: return 0
def tree(n):
    return n if n < 2 else (tree(n // 2), tree(n - n // 2 - 1))
for n in range(200): print(size(tree(n)))
