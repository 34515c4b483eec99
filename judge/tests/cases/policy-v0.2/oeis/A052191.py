from re import split

def d(n, m):
    return not n % m

def A052191(n):
    k = 0
    while True:
        k += n
        x = split("(0+|1+|2+|3+|4+|5+|6+|7+|8+|9+)", str(k))
        for d in x:
            if len(d) == 1:
                break
        else:
            return k

for n in range(1, 201):
    print(A052191(n))
