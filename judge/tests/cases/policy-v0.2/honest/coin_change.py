w=[1]+[0]*300
for c in 1,2,5,10,20,50,100,200:
 for i in range(c,300):w[i]+=w[i-c]
print(*w)
