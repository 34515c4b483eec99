k=[1,2,2]
i=2
while len(k)<200:k+=[3-k[-1]]*k[i];i+=1
print(*k[:200],sep='\n')
