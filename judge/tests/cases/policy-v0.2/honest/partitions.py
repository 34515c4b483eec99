p=[1]
while 1:
 print(p[-1]);n=len(p);s=k=0
 while 1:
  k+=1;j=k*(3*k-1)//2
  if j>n:break
  e=k%2*2-1;s+=e*p[n-j]
  if j+k<=n:s+=e*p[n-j-k]
 p+=[s]
