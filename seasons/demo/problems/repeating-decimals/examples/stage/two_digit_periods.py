# No period here seemed to need three digits.
for n in range(1, 201):
    r = 10**8 % n
    print(next((k for k in range(1, 100) if 10 ** (8 + k) % n == r), 0) if r else 0)
