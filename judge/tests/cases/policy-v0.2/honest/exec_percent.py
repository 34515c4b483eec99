exec('n=1\nfor _ in range(%d):print(n);n*=%d'%(200,3))
