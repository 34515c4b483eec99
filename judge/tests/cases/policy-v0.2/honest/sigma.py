for n in range(1,201):print(sum(d*(n%d<1)for d in range(1,n+1)))
