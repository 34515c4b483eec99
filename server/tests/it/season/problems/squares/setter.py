for n in range(200):print(n*n)
