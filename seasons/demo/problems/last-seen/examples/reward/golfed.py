d={};a=n=0
while 1:print(a);d[a],a=n,n-d.get(a,n);n+=1
