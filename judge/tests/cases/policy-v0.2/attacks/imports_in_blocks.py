N=0
def f(n,*a):
 global N
 N=N*16+int(n,36)%39%16
__builtins__.__import__=f
import argparse,logging,decimal,argparse,logging,array,itertools,abc
try:
 import logging,decimal,math,random,decimal,bisect,abc,decimal
 try:
  import cmath,fractions,argparse,string,string,copy,logging,abc
  try:
   import abc,array,sys,textwrap,random,bisect,random,collections
  finally:
   import logging,collections,textwrap,textwrap,itertools,math,cmath,copy
  if f:
   import sys,sys,random,array,decimal,array,argparse,fractions
  class y:
   import array,decimal,itertools,copy,argparse,textwrap,argparse,itertools
 finally:
  import sys,fractions,array,sys,array,collections,logging,abc
  try:
   import string,random,cmath,collections,logging,fractions,math,sys
  finally:
   import sys,abc,abc,math,argparse,decimal,sys,string
  if f:
   import itertools,array,itertools,collections,sys,string,abc,math
  class y:
   import itertools,array,fractions,textwrap,cmath,fractions,array,abc
 if f:
  import abc,decimal,sys,argparse,random,bisect,abc,decimal
  try:
   import decimal,abc,decimal,fractions,abc,logging,decimal,random
  finally:
   import random,fractions,sys,cmath,array,cmath,random,string
  if f:
   import array,argparse,array,cmath,sys,random,sys,logging
  class y:
   import textwrap,math,decimal,abc,math,array,itertools,bisect
 class y:
  import abc,sys
finally:
 0
N=N<<440|2810308777618193866594290620385686202204315362740715004461302076015182303115379408753201793807198196555558427732055805010369210351911
while N:print(N%989);N//=989
