# The leading term of the asymptotics, rounded, happens to be exact this far.
p=(1+5**.5)/2
for n in range(1,201):print(round(p**(2-p)*n**(p-1)))
