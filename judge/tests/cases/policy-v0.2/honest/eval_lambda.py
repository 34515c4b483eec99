f=eval('lambda n:n if n<2 else 2*f(n-1)+f(n-2)')
m={}
def g(n):
    if n<2:return n
    if n not in m:m[n]=2*g(n-1)+g(n-2)
    return m[n]
for i in range(200):print(g(i))
