n=0
while n<200:print(1<<bin(n).count('1'));n+=1
