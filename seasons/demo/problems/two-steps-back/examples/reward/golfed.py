q=[1,1]
for n in range(198):q+=[q[-q[-1]]+q[-q[-2]]]
print(*q)
