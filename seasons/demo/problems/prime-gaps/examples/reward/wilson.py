P=4;n=3;l=2
while 1:
 if P%n:print(n-l);l=n
 P*=n*n;n+=1
