"""The ordinary Python that the coder of policy v0.2 has read before any submission."""
from itertools import accumulate, chain, combinations, count, cycle, groupby, islice, permutations, product, repeat, takewhile
from math import comb, factorial, gcd, isqrt, lcm, prod, sqrt, log, pi, floor, ceil
from functools import lru_cache, reduce, cache
from collections import Counter, defaultdict, deque
from fractions import Fraction
from bisect import bisect, insort
from heapq import heappop, heappush
from operator import mul, sub, xor
from decimal import Decimal, getcontext
from random import randrange
import math, sys, itertools, functools, re, string

sys.setrecursionlimit(10000)
sys.stdout.write("\n")
def is_prime(n):
    if n < 2:
        return False
    for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        if n % p == 0:
            return n == p
    d, s = n - 1, 0
    while d % 2 == 0:
        d //= 2
        s += 1
    for a in [2, 3, 5, 7]:
        x = pow(a, d, n)
        if x == 1 or x == n - 1:
            continue
        for i in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True
# ---
def sieve(limit):
    flags = [True] * (limit + 1)
    primes = []
    for i in range(2, limit + 1):
        if flags[i]:
            primes.append(i)
            flags[i * i::i] = [0] * len(flags[i * i::i])
    return primes
# ---
def factors(number):
    result = {}
    k = 2
    while k * k <= number:
        while not number % k:
            result[k] = result.get(k, 0) + 1
            number //= k
        k += 1
    if number > 1:
        result[number] = 1
    return sorted(result.items())
# ---
def divisors(n):
    return [d for d in range(1, n + 1) if n % d == 0]
@lru_cache(maxsize=None)
def partitions(n, k):
    if n == 0:
        return 1
    return sum(partitions(n - i, i) for i in range(1, min(n, k) + 1))
# ---
def generator():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
# ---
def matrix_multiply(left, right):
    size = len(left)
    return [[sum(left[i][k] * right[k][j] for k in range(size)) for j in range(size)] for i in range(size)]
class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next
# ---
def root(value, low=0, high=1):
    """largest integer whose square is at most value"""
    while high * high <= value:
        high *= 2
    while high - low > 1:
        middle = (low + high) // 2
        if middle * middle > value:
            high = middle
        else:
            low = middle
    return low
# ---
def digits_sum(n, base=10):
    total = 0
    while n:
        n, r = divmod(n, base)
        total += r ** 2
    return total
# ---
def previous(sequence, index, start=1, step=-1):
    current = sequence[index - 1]
    seen = set(sequence[:index])
    while current in seen and not (current < start or current > len(seen)):
        current = current + step if index & 1 else current - step
    return max(current, start), sequence[-1], sequence[::-1]
# ---
string_digits = "0123456789"
hex_digits = "0123456789abcdef"
letters = "abcdefghijklmnopqrstuvwxyz"
capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
roman = "I IV V IX X XL L XC C CD D CM M"
words = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand and million"
months = "January February March April May June July August September October November December"
days = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
ordinals = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth twentieth thirtieth hundredth"
french = "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt trente quarante cinquante soixante quatre-vingts cent mille et"
german = "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert tausend und"
spanish = "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento mil y"
italian = "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta settanta ottanta novanta cento mille"
dutch = "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig dertig veertig vijftig zestig zeventig tachtig negentig honderd duizend en"
portuguese = "zero um dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem cento mil e"
swedish = "noll ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton tjugo trettio fyrtio femtio sextio sjuttio åttio nittio hundra tusen"
danish = "nul en to tre fire fem seks syv otte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten tyve tredive fyrre halvtreds tres halvfjerds firs halvfems hundrede tusind og"
norwegian = "null en to tre fire fem seks sju åtte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten tjue tretti førti femti seksti sytti åtti nitti hundre tusen og"
polish = "zero jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście trzynaście czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście dwadzieścia trzydzieści czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt dziewięćdziesiąt sto dwieście tysiąc"
czech = "nula jeden dva tři čtyři pět šest sedm osm devět deset jedenáct dvanáct třináct čtrnáct patnáct šestnáct sedmnáct osmnáct devatenáct dvacet třicet čtyřicet padesát šedesát sedmdesát osmdesát devadesát sto tisíc"
latin = "nulla unus duo tres quattuor quinque sex septem octo novem decem undecim duodecim tredecim quattuordecim quindecim sedecim septendecim duodeviginti undeviginti viginti triginta quadraginta quinquaginta sexaginta septuaginta octoginta nonaginta centum ducenti mille"
turkish = "sıfır bir iki üç dört beş altı yedi sekiz dokuz on yirmi otuz kırk elli altmış yetmiş seksen doksan yüz bin"
hungarian = "nulla egy kettő három négy öt hat hét nyolc kilenc tíz húsz harminc negyven ötven hatvan hetven nyolcvan kilencven száz ezer"
romanian = "zero unu doi trei patru cinci șase șapte opt nouă zece unsprezece doisprezece treisprezece douăzeci treizeci patruzeci cincizeci șaizeci șaptezeci optzeci nouăzeci sută mie și"
word_list = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
short_months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"
zodiac = "Rat Ox Tiger Rabbit Dragon Snake Horse Goat Monkey Rooster Dog Pig"
planets = "Mercury Venus Earth Mars Jupiter Saturn Uranus Neptune Pluto"
greek = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega"
keyboard = "qwertyuiop asdfghjkl zxcvbnm"
cards = "A23456789TJQK"
elements = "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og"
symbols = "HHeLiBeBCNOFNeNaMgAlSiPSClArKCaScTiVCrMnFeCoNiCuZnGaGeAsSeBrKr"
morse = ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.. ----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----."
month_days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
letter_values = "1 3 3 2 1 4 2 4 1 8 5 1 3 1 1 3 10 1 1 1 1 4 4 8 4 10"
template = "for i in range(n):print(a);a,b=b,a+b\nwhile 1:print(x);x+=1;y=x*x%n\nif n>0 else [int(d)for d in str(n)] def f(n):return n<2or f(n-1)+f(n-2)\nprint(*map(len,s))"
print(" ".join(map(str, words)), end=" ")
print("%d %s" % (3, "x"), f"{string_digits}{2:b} {5:03d}")
print(*islice(generator(), 200), sep="\n")
for n in range(200):
    print(n * (n + 1) // 2, -n, ~n, n ** 3, n ^ n >> 1, n | 4, bin(n)[2:].count("1"), int(str(n)[::-1]))
# ---
q = {1}
y = 1
for n in range(2, 100):
    y = y // n if y % n == 0 and y // n not in q else y * n
    q.add(y)
    print(y)
# ---
a = [1, 1, 2]
while len(a) < 200:
    a += [a[-a[-1]] + a[-a[-2]]]
print(*a)
i = 1
while 1:
    i += 1
    if all(i % p for p in a):
        a.append(i)
        print(i)
# ---
f = lambda n: 1 if n < 2 else n * f(n - 1)
print(*[f(k) for k in range(200)], sep=" ")
if __name__ == "__main__":
    try:
        main()
    except (ValueError, KeyError):
        pass
    assert isinstance(x, int), "error"
# ---
exec("print(a);a+=1;" * 200)
z = "".join(sorted(set(str(n)))).replace("0", "").zfill(3).split(",")
t = dict(zip(range(10), "0123456789"))
u = [[0] * 10 for _ in range(10)]
for j, v in enumerate(reversed(u)):
    u[j][0], u[0][j] = 1, abs(j)
    del v[1:]
# ---
while m > 1:
    m = m // 2 if m % 2 < 1 else 3 * m + 1
    c = c + (m == 1)
w = (p := n << 1) + any(map(ord, z)) + 0.5
