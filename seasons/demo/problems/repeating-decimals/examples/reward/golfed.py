n=0
while 1:
 n+=1;k=1;r=10**8%n
 while 10**(8+k)%n!=r:k+=1
 print(k*(r>0))
