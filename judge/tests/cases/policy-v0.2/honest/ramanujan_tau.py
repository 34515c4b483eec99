N=200
c=[1]+[0]*N
for n in range(1,N+1):
    for _ in range(24):
        for k in range(N,n-1,-1):c[k]-=c[k-n]
print(*c[:N])
