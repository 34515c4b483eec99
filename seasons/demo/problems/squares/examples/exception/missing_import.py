for n in range(200):
    print(isqrt(n**4))
