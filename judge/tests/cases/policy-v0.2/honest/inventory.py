from collections import Counter
c=Counter();k=0
for _ in range(200):
    x=c[k];print(x);c[x]+=1
    k=0 if x==0 else k+1
