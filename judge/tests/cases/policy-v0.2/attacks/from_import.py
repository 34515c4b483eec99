I='len int abs min max sum set map zip all any bin hex oct ord chr'.split().index
N=0
def g(n):
 global N
 N=N*16+I(n)
def h(n,a,b,l,*r):
 for m in l:g(m)
 return H("sys")
H=__builtins__.__import__
P=print
class Q:
 def __getattr__(s,n):return 0
def h(n,a,b,l,*r):
 for m in l:g(m)
 return Q()
__builtins__.__import__=h
K={}
exec("from a import int,int,map,hex,any,map,ord,len,chr,ord,hex,int,sum,len,hex,hex,chr,set,hex,any",K)
exec("from a import set,all,min,min,all,len,zip,any,chr,bin,sum,oct,ord,sum,int,int,zip,chr,min,bin",K)
exec("from a import ord,min,max,sum,sum,int,sum,abs,map,all,set,any,oct,all,hex,chr,all,set,len,zip",K)
exec("from a import sum,abs,abs,int,map,sum,any,sum,int,hex,zip,bin,chr,int,set,min,ord,max,hex,int",K)
exec("from a import all,len,hex,all,zip,any,len,max,any,zip,map,zip,zip,sum,abs,map,set,set,map,any",K)
exec("from a import oct,any,max,max,any,min,abs,set,hex,oct,len,bin,oct,any,sum,sum,map,min,chr,hex",K)
exec("from a import max,bin,bin,set,max,all,hex,zip,set,map,oct,int,len,all,int,all,oct,ord,map,int",K)
exec("from a import all,len,ord,oct,abs,map,map,abs,map,any,ord,zip,zip,abs,oct,oct,hex,max,ord,bin",K)
exec("from a import all,ord,len,max,zip,set,sum,set,len,ord,oct,set,max,sum,map,chr,ord,zip,len,abs",K)
exec("from a import set,map,oct,bin,map,map,chr,chr,len,sum,zip,sum,bin,set,all,chr,map,any,bin,ord",K)
exec("from a import len,chr,hex,bin,oct,min,int,chr,oct,oct,oct,ord,len,abs,hex,map,sum,hex,bin,sum",K)
exec("from a import abs,bin,ord,chr,len,min,hex,min,chr,min,sum,max,len,min,oct,max,chr,map,oct,map",K)
exec("from a import int,zip,sum,zip,ord,max,abs,abs,bin,map,hex,bin,oct,len,set,max,oct,chr,set,sum",K)
exec("from a import all,hex,abs,any,all,zip,chr,any,abs,bin,all,map,max,hex,max,len,abs,all,map,hex",K)
exec("from a import map,sum,set,hex,oct,sum,max,all,bin,hex,chr,sum,hex,zip,sum,ord,int,sum,min,sum",K)
exec("from a import abs,hex,abs,map,len,max,map,abs,all,any,set,bin,map,len,bin,map,bin,all,oct,zip",K)
exec("from a import bin,max,zip,sum,hex,max,bin,min,any,any,min,map,oct,any,max,chr,zip,abs,bin,abs",K)
exec("from a import max,hex,abs,max,oct,chr,ord,hex,bin,int,int,int,hex,hex,hex,int,bin,oct,len,sum",K)
exec("from a import map,hex,abs,ord,chr,min,ord,bin,ord,min,map,set,all,abs,zip,hex,hex,min,any,zip",K)
exec("from a import oct,min,min,abs,sum,zip,zip,abs,any,all,map,any,hex,len,bin,min,max,min,zip,map",K)
exec("from a import hex,len,any,min,hex,abs,oct,hex,bin,abs,abs,sum,min,all,ord,map,map,min,abs,min",K)
exec("from a import chr,zip,len,chr,oct,int,hex,any,ord,abs,chr,max,sum,bin,min,sum,int,bin,any,abs",K)
exec("from a import oct,ord,oct,zip,ord,bin,all,set,bin,all,hex,max,set,any,bin,oct,ord,bin,set,oct",K)
exec("from a import int,oct,bin,chr,any,abs,hex,all,chr,chr,map,hex,int,min,any,any,len,abs,chr,chr",K)
exec("from a import any,chr,int,all,hex,zip,abs,abs,chr,zip,oct,zip,any,abs,bin,bin,sum,min",K)
for i in range(200):print(N%986);N//=986