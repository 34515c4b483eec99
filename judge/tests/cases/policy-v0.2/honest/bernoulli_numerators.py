from fractions import*
from math import*
B=[]
while 1:n=len(B);B+=[Fraction(n<1)-sum(comb(n,k)*B[k]/(n-k+1)for k in range(n))];print(B[n].numerator)
