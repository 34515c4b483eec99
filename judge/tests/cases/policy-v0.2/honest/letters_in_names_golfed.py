a='43354435543668877988';b='66555766'
def f(n):return int(a[n])if n<20 else int(b[n//10-2])+(n%10and f(n%10))if n<100 else f(n//100)+7+(n%100and f(n%100))
for n in range(200):print(f(n))
