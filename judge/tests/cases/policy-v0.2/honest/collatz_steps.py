f=lambda n:n>1and 1+f((n//2,3*n+1)[n%2])
for n in range(1,201):print(+f(n))
