s=[]
class A:
 __enter__=lambda z:s.append(0)
 __exit__=lambda *a:0
 __iter__=lambda z:(s.append(1),iter(''))[1]
 __bool__=lambda z:s.append(2)or False
 __call__=lambda z:s.append(3)
x=A()
x()
with x:0
if x:0
x()
with x:0
with x:0
for _ in x:0
if x:0
with x:0
for _ in x:0
for _ in x:0
if x:0
for _ in x:0
x()
with x:0
for _ in x:0
x()
if x:0
for _ in x:0
with x:0
with x:0
with x:0
if x:0
if x:0
if x:0
with x:0
with x:0
x()
with x:0
with x:0
with x:0
if x:0
if x:0
x()
x()
if x:0
for _ in x:0
if x:0
with x:0
x()
for _ in x:0
with x:0
for _ in x:0
if x:0
if x:0
if x:0
x()
if x:0
x()
with x:0
with x:0
for _ in x:0
if x:0
if x:0
for _ in x:0
with x:0
if x:0
x()
if x:0
if x:0
for _ in x:0
for _ in x:0
if x:0
if x:0
if x:0
if x:0
with x:0
if x:0
if x:0
with x:0
if x:0
if x:0
x()
x()
with x:0
if x:0
if x:0
with x:0
x()
with x:0
if x:0
with x:0
for _ in x:0
with x:0
if x:0
with x:0
if x:0
with x:0
with x:0
with x:0
x()
for _ in x:0
if x:0
for _ in x:0
if x:0
if x:0
if x:0
x()
if x:0
with x:0
if x:0
if x:0
x()
if x:0
if x:0
for _ in x:0
if x:0
with x:0
x()
if x:0
if x:0
with x:0
for _ in x:0
if x:0
if x:0
x()
with x:0
for _ in x:0
with x:0
with x:0
for _ in x:0
if x:0
if x:0
for _ in x:0
for _ in x:0
with x:0
x()
if x:0
with x:0
for _ in x:0
for _ in x:0
if x:0
for _ in x:0
for _ in x:0
if x:0
with x:0
for _ in x:0
with x:0
with x:0
x()
if x:0
with x:0
with x:0
if x:0
for _ in x:0
for _ in x:0
with x:0
x()
x()
with x:0
x()
for _ in x:0
with x:0
with x:0
if x:0
if x:0
x()
for _ in x:0
if x:0
with x:0
if x:0
if x:0
for _ in x:0
with x:0
if x:0
if x:0
for _ in x:0
if x:0
with x:0
with x:0
with x:0
x()
with x:0
with x:0
if x:0
if x:0
if x:0
for _ in x:0
with x:0
with x:0
x()
with x:0
if x:0
for _ in x:0
if x:0
with x:0
with x:0
for _ in x:0
if x:0
for _ in x:0
if x:0
if x:0
x()
if x:0
with x:0
if x:0
with x:0
with x:0
x()
with x:0
if x:0
for _ in x:0
with x:0
with x:0
if x:0
x()
with x:0
x()
x()
with x:0
with x:0
for _ in x:0
if x:0
for _ in x:0
with x:0
with x:0
for _ in x:0
with x:0
if x:0
x()
for _ in x:0
with x:0
with x:0
x()
if x:0
with x:0
x()
with x:0
with x:0
x()
if x:0
for _ in x:0
with x:0
if x:0
if x:0
for _ in x:0
with x:0
for _ in x:0
for _ in x:0
if x:0
for _ in x:0
for _ in x:0
if x:0
x()
for _ in x:0
with x:0
for _ in x:0
with x:0
if x:0
for _ in x:0
if x:0
if x:0
if x:0
if x:0
with x:0
x()
x()
if x:0
for _ in x:0
x()
with x:0
if x:0
with x:0
with x:0
with x:0
x()
if x:0
if x:0
x()
if x:0
for _ in x:0
for _ in x:0
if x:0
with x:0
if x:0
with x:0
if x:0
for _ in x:0
with x:0
with x:0
with x:0
with x:0
with x:0
for _ in x:0
if x:0
if x:0
if x:0
if x:0
for _ in x:0
if x:0
if x:0
x()
with x:0
with x:0
x()
with x:0
if x:0
if x:0
if x:0
if x:0
x()
with x:0
if x:0
x()
with x:0
with x:0
x()
for _ in x:0
with x:0
if x:0
x()
if x:0
with x:0
if x:0
if x:0
for _ in x:0
for _ in x:0
if x:0
with x:0
for _ in x:0
with x:0
if x:0
x()
if x:0
x()
with x:0
if x:0
x()
if x:0
with x:0
for _ in x:0
x()
with x:0
if x:0
for _ in x:0
if x:0
for _ in x:0
x()
with x:0
if x:0
for _ in x:0
if x:0
with x:0
x()
with x:0
if x:0
if x:0
with x:0
for _ in x:0
if x:0
if x:0
for _ in x:0
x()
if x:0
x()
with x:0
with x:0
if x:0
for _ in x:0
with x:0
x()
if x:0
with x:0
with x:0
if x:0
if x:0
x()
if x:0
with x:0
x()
for _ in x:0
with x:0
if x:0
with x:0
with x:0
with x:0
if x:0
with x:0
if x:0
for _ in x:0
with x:0
if x:0
if x:0
with x:0
x()
x()
with x:0
for _ in x:0
with x:0
with x:0
if x:0
with x:0
with x:0
x()
for _ in x:0
if x:0
if x:0
for _ in x:0
with x:0
x()
for _ in x:0
with x:0
for _ in x:0
for _ in x:0
with x:0
if x:0
for _ in x:0
with x:0
x()
with x:0
with x:0
x()
if x:0
with x:0
for _ in x:0
if x:0
with x:0
x()
with x:0
with x:0
if x:0
if x:0
if x:0
for _ in x:0
if x:0
with x:0
if x:0
x()
with x:0
with x:0
with x:0
with x:0
if x:0
x()
with x:0
if x:0
for _ in x:0
with x:0
for _ in x:0
if x:0
with x:0
for _ in x:0
for _ in x:0
with x:0
if x:0
with x:0
with x:0
x()
for _ in x:0
with x:0
for _ in x:0
x()
with x:0
x()
for _ in x:0
with x:0
if x:0
x()
with x:0
x()
with x:0
if x:0
with x:0
with x:0
with x:0
with x:0
x()
if x:0
for _ in x:0
if x:0
with x:0
with x:0
with x:0
with x:0
if x:0
for _ in x:0
if x:0
for _ in x:0
for _ in x:0
with x:0
x()
if x:0
with x:0
for _ in x:0
if x:0
if x:0
if x:0
with x:0
with x:0
x()
for _ in x:0
with x:0
x()
if x:0
if x:0
if x:0
for _ in x:0
with x:0
for _ in x:0
if x:0
with x:0
with x:0
with x:0
if x:0
with x:0
x()
with x:0
if x:0
for _ in x:0
if x:0
with x:0
if x:0
with x:0
with x:0
for _ in x:0
with x:0
with x:0
for _ in x:0
if x:0
x()
for _ in x:0
with x:0
if x:0
for _ in x:0
if x:0
if x:0
x()
if x:0
if x:0
for _ in x:0
with x:0
for _ in x:0
if x:0
with x:0
with x:0
x()
with x:0
x()
with x:0
if x:0
x()
with x:0
if x:0
for _ in x:0
for _ in x:0
if x:0
if x:0
with x:0
with x:0
x()
if x:0
if x:0
if x:0
if x:0
if x:0
for _ in x:0
with x:0
with x:0
for _ in x:0
with x:0
with x:0
x()
if x:0
with x:0
x()
with x:0
with x:0
x()
for _ in x:0
with x:0
for _ in x:0
for _ in x:0
if x:0
if x:0
x()
if x:0
if x:0
with x:0
with x:0
for _ in x:0
if x:0
if x:0
if x:0
with x:0
if x:0
x()
if x:0
if x:0
x()
with x:0
with x:0
for _ in x:0
for _ in x:0
if x:0
x()
x()
with x:0
x()
x()
with x:0
for i in range(0,600,3):print((s[i]*16+s[i+1]*4+s[i+2])//2)
