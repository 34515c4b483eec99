w=[1]+[0]*199
for c in 1,2,5,10,20,50,100:
 for i in range(c,200):w[i]+=w[i-c]
print(w)
