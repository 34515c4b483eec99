u='cero uno dos tres cuatro cinco seis siete ocho nueve'.split()
for n in range(200):print(sum(len(u[int(d)])for d in str(n)))
