for n in range(200):print(sum(map(int,str(n))))
