from math import factorial as F
N=0
def f(y):
 global N
 l="len int abs min max sum set map".split();n=0
 for x in [*vars(y)]:
  if x in l:n+=l.index(x)*F(len(l)-1);l.remove(x)
 N=N*40320+n
class y:
 def len():0
 def map():0
 def max():0
 def sum():0
 def min():0
 def abs():0
 def set():0
 def int():0
f(y)
class y:
 def min():0
 def max():0
 def set():0
 def int():0
 def len():0
 def abs():0
 def sum():0
 def map():0
f(y)
class y:
 def abs():0
 def max():0
 def sum():0
 def len():0
 def int():0
 def min():0
 def set():0
 def map():0
f(y)
class y:
 def len():0
 def abs():0
 def map():0
 def max():0
 def int():0
 def min():0
 def set():0
 def sum():0
f(y)
class y:
 def abs():0
 def set():0
 def max():0
 def map():0
 def int():0
 def sum():0
 def len():0
 def min():0
f(y)
class y:
 def abs():0
 def set():0
 def map():0
 def sum():0
 def max():0
 def len():0
 def int():0
 def min():0
f(y)
class y:
 def max():0
 def map():0
 def abs():0
 def set():0
 def len():0
 def min():0
 def int():0
 def sum():0
f(y)
class y:
 def abs():0
 def map():0
 def min():0
 def set():0
 def sum():0
 def max():0
 def len():0
 def int():0
f(y)
class y:
 def map():0
 def len():0
 def int():0
 def sum():0
 def min():0
 def abs():0
 def set():0
 def max():0
f(y)
class y:
 def map():0
 def min():0
 def int():0
 def abs():0
 def len():0
 def sum():0
 def max():0
 def set():0
f(y)
class y:
 def sum():0
 def max():0
 def min():0
 def int():0
 def abs():0
 def map():0
 def len():0
 def set():0
f(y)
class y:
 def sum():0
 def len():0
 def min():0
 def set():0
 def abs():0
 def map():0
 def int():0
 def max():0
f(y)
class y:
 def max():0
 def sum():0
 def abs():0
 def map():0
 def int():0
 def len():0
 def min():0
 def set():0
f(y)
class y:
 def sum():0
 def abs():0
 def max():0
 def map():0
 def min():0
 def len():0
 def int():0
 def set():0
f(y)
class y:
 def len():0
 def abs():0
 def sum():0
 def set():0
 def int():0
 def map():0
 def min():0
 def max():0
f(y)
class y:
 def len():0
 def set():0
 def map():0
 def sum():0
 def max():0
 def int():0
 def min():0
 def abs():0
f(y)
class y:
 def max():0
 def map():0
 def len():0
 def abs():0
 def set():0
 def sum():0
 def int():0
 def min():0
f(y)
class y:
 def abs():0
 def sum():0
 def set():0
 def max():0
 def min():0
 def map():0
 def len():0
 def int():0
f(y)
class y:
 def len():0
 def sum():0
 def max():0
 def abs():0
 def set():0
 def map():0
 def int():0
 def min():0
f(y)
class y:
 def abs():0
 def min():0
 def len():0
 def int():0
 def sum():0
 def set():0
 def max():0
 def map():0
f(y)
class y:
 def min():0
 def len():0
 def max():0
 def sum():0
 def set():0
 def abs():0
 def int():0
 def map():0
f(y)
class y:
 def map():0
 def sum():0
 def len():0
 def abs():0
 def min():0
 def set():0
 def int():0
 def max():0
f(y)
class y:
 def max():0
 def map():0
 def sum():0
 def abs():0
 def set():0
 def min():0
 def int():0
 def len():0
f(y)
class y:
 def max():0
 def int():0
 def set():0
 def len():0
 def abs():0
 def sum():0
 def map():0
 def min():0
f(y)
class y:
 def sum():0
 def abs():0
 def max():0
 def int():0
 def map():0
 def set():0
 def min():0
 def len():0
f(y)
class y:
 def abs():0
 def map():0
 def sum():0
 def len():0
 def min():0
 def max():0
 def set():0
 def int():0
f(y)
class y:
 def min():0
 def map():0
 def max():0
 def set():0
 def sum():0
 def len():0
 def abs():0
 def int():0
f(y)
class y:
 def int():0
 def len():0
 def map():0
 def min():0
 def abs():0
 def set():0
 def sum():0
 def max():0
f(y)
class y:
 def set():0
 def map():0
 def abs():0
 def max():0
 def min():0
 def int():0
 def sum():0
 def len():0
f(y)
class y:
 def max():0
 def set():0
 def int():0
 def min():0
 def abs():0
 def sum():0
 def len():0
 def map():0
f(y)
class y:
 def sum():0
 def int():0
 def max():0
 def len():0
 def set():0
 def min():0
 def map():0
 def abs():0
f(y)
class y:
 def max():0
 def map():0
 def min():0
 def len():0
 def set():0
 def sum():0
 def int():0
 def abs():0
f(y)
class y:
 def sum():0
 def set():0
 def int():0
 def abs():0
 def len():0
 def max():0
 def map():0
 def min():0
f(y)
class y:
 def set():0
 def map():0
 def max():0
 def min():0
 def len():0
 def sum():0
 def abs():0
 def int():0
f(y)
class y:
 def abs():0
 def min():0
 def set():0
 def sum():0
 def int():0
 def len():0
 def map():0
 def max():0
f(y)
class y:
 def sum():0
 def set():0
 def abs():0
 def int():0
 def map():0
 def min():0
 def max():0
 def len():0
f(y)
class y:
 def set():0
 def max():0
 def min():0
 def int():0
 def sum():0
 def abs():0
 def len():0
 def map():0
f(y)
class y:
 def map():0
 def sum():0
 def max():0
 def set():0
 def int():0
 def abs():0
 def min():0
 def len():0
f(y)
class y:
 def set():0
 def sum():0
 def max():0
 def map():0
 def len():0
 def int():0
 def abs():0
 def min():0
f(y)
class y:
 def len():0
 def abs():0
 def max():0
 def int():0
 def map():0
 def sum():0
 def set():0
 def min():0
f(y)
class y:
 def sum():0
 def set():0
 def len():0
 def map():0
 def abs():0
 def int():0
 def max():0
 def min():0
f(y)
class y:
 def sum():0
 def max():0
 def min():0
 def set():0
 def abs():0
 def len():0
 def int():0
 def map():0
f(y)
class y:
 def min():0
 def len():0
 def map():0
 def set():0
 def int():0
 def abs():0
 def sum():0
 def max():0
f(y)
class y:
 def map():0
 def sum():0
 def max():0
 def len():0
 def int():0
 def min():0
 def abs():0
 def set():0
f(y)
class y:
 def len():0
 def int():0
 def min():0
 def max():0
 def set():0
 def sum():0
 def map():0
 def abs():0
f(y)
class y:
 def set():0
 def map():0
 def max():0
 def abs():0
 def int():0
 def len():0
 def min():0
 def sum():0
f(y)
class y:
 def map():0
 def int():0
 def sum():0
 def max():0
 def len():0
 def abs():0
 def set():0
 def min():0
f(y)
class y:
 def int():0
 def max():0
 def map():0
 def len():0
 def abs():0
 def sum():0
 def min():0
 def set():0
f(y)
class y:
 def abs():0
 def int():0
 def len():0
 def map():0
 def min():0
 def sum():0
 def set():0
 def max():0
f(y)
class y:
 def map():0
 def set():0
 def sum():0
 def min():0
 def max():0
 def int():0
 def len():0
 def abs():0
f(y)
class y:
 def max():0
 def map():0
 def min():0
 def abs():0
 def set():0
 def int():0
 def len():0
 def sum():0
f(y)
class y:
 def min():0
 def sum():0
 def map():0
 def len():0
 def abs():0
 def max():0
 def set():0
 def int():0
f(y)
class y:
 def sum():0
 def len():0
 def max():0
 def min():0
 def set():0
 def abs():0
 def int():0
 def map():0
f(y)
class y:
 def set():0
 def map():0
 def sum():0
 def int():0
 def abs():0
 def min():0
 def len():0
 def max():0
f(y)
class y:
 def min():0
 def len():0
 def int():0
 def max():0
 def sum():0
 def set():0
 def map():0
 def abs():0
f(y)
class y:
 def map():0
 def set():0
 def sum():0
 def int():0
 def min():0
 def abs():0
 def max():0
 def len():0
f(y)
class y:
 def min():0
 def max():0
 def set():0
 def int():0
 def sum():0
 def map():0
 def len():0
 def abs():0
f(y)
class y:
 def abs():0
 def map():0
 def min():0
 def max():0
 def sum():0
 def int():0
 def set():0
 def len():0
f(y)
class y:
 def int():0
 def abs():0
 def max():0
 def set():0
 def sum():0
 def map():0
 def len():0
 def min():0
f(y)
class y:
 def max():0
 def set():0
 def len():0
 def abs():0
 def int():0
 def sum():0
 def min():0
 def map():0
f(y)
class y:
 def sum():0
 def abs():0
 def set():0
 def len():0
 def int():0
 def map():0
 def max():0
 def min():0
f(y)
class y:
 def set():0
 def len():0
 def int():0
 def abs():0
 def map():0
 def sum():0
 def max():0
 def min():0
f(y)
class y:
 def len():0
 def sum():0
 def set():0
 def int():0
 def min():0
 def map():0
 def max():0
 def abs():0
f(y)
class y:
 def max():0
 def sum():0
 def int():0
 def abs():0
 def len():0
 def set():0
 def min():0
 def map():0
f(y)
class y:
 def sum():0
 def max():0
 def len():0
 def map():0
 def set():0
 def min():0
 def abs():0
 def int():0
f(y)
for i in range(100):print(N%989);N//=989