e="null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf".split()
z="zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()
def w(n):
    if n<13:return e[n]
    if n<20:return{16:"sech",17:"sieb"}.get(n,e[n-10])+"zehn"
    if n<100:
        a,b=divmod(n,10)
        return(("ein"if b==1 else e[b])+"und"if b else"")+z[a-2]
    return"hundert"+w(n%100)
for n in range(200):print(len(w(n)))
