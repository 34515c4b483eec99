M=(1,2),(2,1),(2,-1),(1,-2),(-1,-2),(-2,-1),(-2,1),(-1,2)
N=16;S={(0,0)};p=0,0
f=lambda p:[(p[0]+a,p[1]+b)for a,b in M if(p[0]+a,p[1]+b)not in S and 0<=p[0]+a<N and 0<=p[1]+b<N]
while 1:
 print(p[0]*N+p[1]);p=min(f(p),key=lambda q:(len(f(q)),q));S.add(p)
