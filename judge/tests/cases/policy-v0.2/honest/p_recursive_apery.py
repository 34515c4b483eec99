a,b=1,5
for n in range(1,201):
    print(a)
    a,b=b,((34*n**3+51*n*n+27*n+5)*b-n**3*a)//(n+1)**3
