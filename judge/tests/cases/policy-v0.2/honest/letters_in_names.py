a='zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split()
t='twenty thirty forty fifty sixty seventy eighty ninety'.split()
def f(n):
    if n<20:return a[n]
    if n<100:return t[n//10-2]+(a[n%10]if n%10 else'')
    return a[n//100]+'hundred'+(f(n%100)if n%100 else'')
for n in range(200):print(len(f(n)))
