# (n-1)^2 + 2n - 1 is right, but nothing ever stops it.
f = lambda n: f(n - 1) + 2 * n - 1
for n in range(200):
    print(f(n))
