a,b=1,1
n=2
print(a)
while 1:print(b);a,b,n=b,((2*n+1)*b+(3*n-3)*a)//(n+2),n+1
