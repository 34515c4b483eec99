n=0
while 1:
 n+=1;m=n;k=0
 while m>1:m=[m//2,3*m+1][m%2];k+=1
 print(k)
