import re
for n in range(1,201):print(''.join(str(len(m.group()))for m in re.finditer(r'0+|1+',f'{n:b}')))
