def even(n): return n // 2
def odd(n): return 3 * n + 1
n = 27
for _ in range(200):
    print(n)
    n = globals()["even" if n % 2 == 0 else "odd"](n)
