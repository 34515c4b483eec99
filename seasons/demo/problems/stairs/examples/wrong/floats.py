# The closed form again, in floats: the digits run out.
t=2
for i in range(99):t-=(t**3-t*t-t-1)/(3*t*t-2*t-1)
for n in range(200):print(round(t**(n+2)/(3*t*t-2*t-1)))
