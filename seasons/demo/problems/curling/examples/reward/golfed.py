import re
s=""
while 1:
 k=1
 while re.search("(.+)"+r"\1"*k+"$",s):k+=1
 print(k);s+=str(k)
