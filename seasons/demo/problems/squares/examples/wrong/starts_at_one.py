for n in range(1,201):print(n*n)
