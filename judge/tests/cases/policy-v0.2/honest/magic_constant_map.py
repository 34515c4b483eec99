h=int('zik0zj',36)
for n in range(200):print(h>>n%29&7)
