import re
for n in range(200):print(1-2*(len(re.findall('(?=11)',bin(n)))%2))
