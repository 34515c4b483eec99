a="122"
for i in range(2,200):a+="12"[i%2]*int(a[i])
print(",".join(a))
