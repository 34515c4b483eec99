import re
s=""
while len(s)<200:s+=str(1+bool(re.search(r"(.+)\1$",s)))
print(*s)
