Y=lambda f:(lambda x:x(x))(lambda x:f(lambda v:x(x)(v)))
F=Y(lambda g:lambda n:1 if n<2 else n*g(n-1))
for n in range(200):print(F(n))
