D=31,28,31,30,31,30,31,31,30,31,30,31
w=1;y=1900
while 1:
 for i in range(12):print(w);w=(w+D[i]+(i==1and y%4<1and(y%100>0 or y%400<1)))%7
 y+=1
