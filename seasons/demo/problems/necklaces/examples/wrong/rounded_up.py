# Each necklace stands for n words, more or less. Less, as it turns out.
for n in range(1,201):print(-(-2**n//n))
