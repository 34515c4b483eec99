for n in range(200):print(n//10+n%10)
