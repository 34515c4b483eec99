a,b=0,1
exec('print(a);a,b=b,a+b;'*200)
