I='len int abs min max sum set map zip all any bin hex oct ord chr'.split().index
N=0
def g(n):
 global N
 N=N*16+I(n)
import shlex
for n in shlex.split("int int map hex any map ord len chr ord hex int sum len hex hex chr set hex any set all min min all len zip any chr bin"):g(n)
for n in shlex.split("sum oct ord sum int int zip chr min bin ord min max sum sum int sum abs map all set any oct all hex chr all set len zip"):g(n)
for n in shlex.split("sum abs abs int map sum any sum int hex zip bin chr int set min ord max hex int all len hex all zip any len max any zip"):g(n)
for n in shlex.split("map zip zip sum abs map set set map any oct any max max any min abs set hex oct len bin oct any sum sum map min chr hex"):g(n)
for n in shlex.split("max bin bin set max all hex zip set map oct int len all int all oct ord map int all len ord oct abs map map abs map any"):g(n)
for n in shlex.split("ord zip zip abs oct oct hex max ord bin all ord len max zip set sum set len ord oct set max sum map chr ord zip len abs"):g(n)
for n in shlex.split("set map oct bin map map chr chr len sum zip sum bin set all chr map any bin ord len chr hex bin oct min int chr oct oct"):g(n)
for n in shlex.split("oct ord len abs hex map sum hex bin sum abs bin ord chr len min hex min chr min sum max len min oct max chr map oct map"):g(n)
for n in shlex.split("int zip sum zip ord max abs abs bin map hex bin oct len set max oct chr set sum all hex abs any all zip chr any abs bin"):g(n)
for n in shlex.split("all map max hex max len abs all map hex map sum set hex oct sum max all bin hex chr sum hex zip sum ord int sum min sum"):g(n)
for n in shlex.split("abs hex abs map len max map abs all any set bin map len bin map bin all oct zip bin max zip sum hex max bin min any any"):g(n)
for n in shlex.split("min map oct any max chr zip abs bin abs max hex abs max oct chr ord hex bin int int int hex hex hex int bin oct len sum"):g(n)
for n in shlex.split("map hex abs ord chr min ord bin ord min map set all abs zip hex hex min any zip oct min min abs sum zip zip abs any all"):g(n)
for n in shlex.split("map any hex len bin min max min zip map hex len any min hex abs oct hex bin abs abs sum min all ord map map min abs min"):g(n)
for n in shlex.split("chr zip len chr oct int hex any ord abs chr max sum bin min sum int bin any abs oct ord oct zip ord bin all set bin all"):g(n)
for n in shlex.split("hex max set any bin oct ord bin set oct int oct bin chr any abs hex all chr chr map hex int min any any len abs chr chr"):g(n)
for n in shlex.split("any chr int all hex zip abs abs chr zip oct zip any abs bin bin sum min"):g(n)
for i in range(200):print(N%986);N//=986