# Newest term at the front: index() is the distance.
t=[0]
while 1:
 a,*r=t;print(a)
 t=[r.index(a)+1 if a in r else 0]+t
