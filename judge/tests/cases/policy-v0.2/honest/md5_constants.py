from math import sin
for n in range(1,201):print(int(abs(sin(n))*2**32))
