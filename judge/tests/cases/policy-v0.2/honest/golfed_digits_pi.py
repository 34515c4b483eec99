q,r,t,k,n,l,c=1,0,1,1,3,3,0
while c<200:
 if 4*q+r-t<n*t:print(n);c+=1;q,r,n=10*q,10*(r-n*t),10*(3*q+r)//t-10*n
 else:q,r,t,k,n,l=q*k,(2*q+r)*l,t*l,k+1,(q*(7*k+2)+r*l)//(t*l),l+2
