import operator
names = ["add", "sub", "mul", "floordiv"]
x = 7
for n in range(200):
    print(x)
    x = getattr(operator, names[n % 4])(x, n % 5 + 1)
