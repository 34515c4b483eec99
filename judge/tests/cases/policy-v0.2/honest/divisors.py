for n in range(1,201):print(sum(n%d<1for d in range(1,n+1)))
