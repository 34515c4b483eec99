def arctan(x,u):
    t=s=u//x;n=3;g=-1
    while t:
        t//=x*x
        s+=g*(t//n);g=-g;n+=2
    return s
u=10**220
p=4*(4*arctan(5,u)-arctan(239,u))
print(*str(p)[:200],sep='\n')
