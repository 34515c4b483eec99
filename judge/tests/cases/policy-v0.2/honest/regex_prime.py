import re
n=1
while 1:
    n+=1
    if not re.match(r'^(11+?)\1+$','1'*n):print(n)
