x=1
for _ in range(200):print(x);x=x^x<<2
