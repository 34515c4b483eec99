f=lambda n:n in(1,4)and n or f(sum(int(d)**2for d in str(n)))
n=1
while 1:f(n)<2and print(n);n+=1
