for n in range(200):print(n**2.0)
