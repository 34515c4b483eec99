d={};a=n=0
while 1:print(a);d[a],a=n,max(0,n-d.get(a,n)-1);n+=1
