# Waits for 10^k = 1, which never comes when n is even.
n = 1
while True:
    k = 1
    while pow(10, k, n) != 1 % n:
        k += 1
    print(k if n > 1 else 0)
    n += 1
