v0,v1,v2,v3,v4,v5,v6,v7,v8,v9,v10,v11,v12,v13,v14,v15=range(16)
def f(*a):
 global s
 for x in a:s+=[x]
s=[]
if 1:
 f(v2,v5,v12,v8,v0,v1,v5,v0,v9,v0,v0,v5,v4,v9,v0,v15,v4,v8,v9,v0)
if 0:1
else:
 f(v14,v4,v12,v9,v0,v13,v4,v8,v12,v1,v14,v4,v4,v12,v1,v15,v4,v8,v11,v0)
for x in "x":
 f(v14,v0,v4,v11,v0,v15,v0,v0,v11,v0,v0,v1,v12,v10,v0,v1,v1,v8,v10,v0)
for x in "":1
else:
 f(v2,v1,v4,v10,v0,v15,v3,v8,v10,v0,v14,v3,v12,v10,v0,v9,v1,v0,v2,v0)
while 1:
 f(v8,v1,v4,v2,v0,v7,v1,v8,v2,v0,v6,v1,v12,v2,v0,v5,v1,v0,v3,v0)
 break
while 0:1
else:
 f(v4,v1,v4,v3,v0,v7,v0,v8,v0,v0,v6,v0,v12,v0,v0,v1,v0,v0,v0,v0)
d=0x8853084540805507c5607857074580705906c5a0685b274e0270e126ce2268e3264e42604b2644a2684926c4827047274462784527c4428043284422884128c40
n=0
for x in s[::-1]:n=n<<4|x
n=n<<520|d
for i in range(100):print(n>>(99-i)*10&1023)
