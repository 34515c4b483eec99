for m in range(200):y=m//12;print(28+(0xeefbb3>>m%12*2&3)+(m%12==1and y%4<1))
