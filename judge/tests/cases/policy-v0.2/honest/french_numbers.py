u="zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf".split()
d="vingt trente quarante cinquante soixante".split()
def name(n):
    if n<20:return u[n]
    t,r=divmod(n-20,10)
    return d[t]+("" if r==0 else " et un" if r==1 else "-"+u[r])
for n in range(200):print(sum(c.isalpha()for c in name(n%70)))
