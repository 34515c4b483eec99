from decimal import *
getcontext().prec=230
print(*str(Decimal(1).exp()).replace('.','')[:200])
