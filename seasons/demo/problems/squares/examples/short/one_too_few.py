for n in range(99):print(n*n)
