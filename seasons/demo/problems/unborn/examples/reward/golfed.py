print(*sorted({*range(1,2300)}-{n+sum(map(int,str(n)))for n in range(2300)}))
