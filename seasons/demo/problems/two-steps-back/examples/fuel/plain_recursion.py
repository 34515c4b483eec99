# The definition as it stands, computed afresh each time.
q=lambda n:1 if n<3 else q(n-q(n-1))+q(n-q(n-2))
for n in range(1,201):print(q(n))
