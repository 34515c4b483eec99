n=0
while 1:
 if'9'not in str(n):print(n)
 n+=1
