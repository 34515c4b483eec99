s='1'
while len(s)<200:s=s+'1'+''.join('10'[int(c)]for c in s[::-1])
print(*s[:200])
