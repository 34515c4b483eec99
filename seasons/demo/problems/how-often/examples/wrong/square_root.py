# Twice the square root, or so.
for n in range(1,201):print(round((2*n)**.5))
