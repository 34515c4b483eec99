s='a'
while len(s)<200:s=s.translate({97:'ab',98:'ac',99:'a'})
print(*[ord(c)-97 for c in s[:200]])
