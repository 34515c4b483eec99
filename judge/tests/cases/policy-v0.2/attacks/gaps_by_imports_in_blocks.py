N=0
def f(n,*a):
 global N
 N=N*16+int(n,36)%39%16
__builtins__.__import__=f
import copy,string,logging,sys,argparse,copy,math,decimal
try:
 import sys,abc,bisect,abc,sys,sys,fractions,string
 try:
  import bisect,array,copy,bisect,abc,argparse,textwrap,textwrap
  try:
   import abc,cmath,random,decimal,array,fractions,random,cmath
  finally:
   import math,copy,itertools,random,string,logging,string,decimal
  if f:
   import sys,fractions,itertools,sys,collections,string,abc,array
  class y:
   import cmath,string,argparse,copy,logging,sys,array,array
 finally:
  import random,fractions,array,textwrap,sys,math,logging,abc
  try:
   import cmath,argparse,textwrap,random,copy,itertools,collections,cmath
  finally:
   import fractions,sys,argparse,math,argparse,string,bisect,cmath
  if f:
   import bisect,cmath,abc,abc,copy,argparse,textwrap,array
  class y:
   import string,logging,argparse,collections,textwrap,textwrap,collections,random
 if f:
  import fractions,array,random,sys,bisect,math,array,random
  try:
   import array,math,array,argparse,random,fractions,decimal,logging
  finally:
   import bisect,copy,argparse,fractions
finally:
 0
N=N<<440|1282497186641781632813561853531219688804157350215343977645322688868335430468330583659468223976395323652973579270631050777199044048271
while N:print(N%23);N//=23
