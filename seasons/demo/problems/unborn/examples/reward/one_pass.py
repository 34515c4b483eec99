s=set();n=0
while 1:
 n+=1;s|={n+sum(map(int,str(n)))}
 if n not in s:print(n)
