c=1
for n in range(200):print(c);c=c*(4*n+2)//(n+2)
