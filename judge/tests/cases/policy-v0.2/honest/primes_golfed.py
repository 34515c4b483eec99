P=k=1
while 1:
 if P%k:print(k)
 P*=k*k;k+=1
