# Counts the numbers on the way, both ends included.
for n in range(1,201):
 k=1
 while n>1:n=[n//2,3*n+1][n%2];k+=1
 print(k)
