# -*- coding: latin-1 -*-
for n in range(200):
    print(n * n)
