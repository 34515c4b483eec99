x=n=0;s=[]
while 1:print(x);s+=x,;n+=1;y=x-n;x=[y,x+n][y<1or y in s]
