j=n=0
while 1:n+=1;j=(j+1)%n+1;print(j)
