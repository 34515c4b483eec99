r=[1]
while 1:
 print(r[0]);s=[r[-1]]
 for x in r:s+=[s[-1]+x]
 r=s
