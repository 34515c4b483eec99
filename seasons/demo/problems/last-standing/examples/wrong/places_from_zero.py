n=0
while 1:n+=1;print(2*n-2**n.bit_length())
