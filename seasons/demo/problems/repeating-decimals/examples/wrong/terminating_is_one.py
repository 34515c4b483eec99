n=0
while 1:
 n+=1;k=1
 while 10**(8+k)%n!=10**8%n:k+=1
 print(k)
