s="HHeLiBeBCNOFNeNaMgAlSiPSClArKCaScTiVCrMnFeCoNiCuZnGaGeAsSeBrKr"
import re
t=re.findall("[A-Z][a-z]?",s)
for n in range(200):print(len(t[n%36]))
