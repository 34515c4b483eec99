I='len int abs min max sum set map zip all any bin hex oct ord chr'.split().index
N=0
def g(n):
 global N
 N=N*16+I(n)
from string import Template
class D(dict):
 def __missing__(s,n):g(n);return ""
Template("$int$int$map$hex$any$map$ord$len$chr$ord$hex$int$sum$len$hex$hex$chr$set$hex$any").substitute(D())
Template("$set$all$min$min$all$len$zip$any$chr$bin$sum$oct$ord$sum$int$int$zip$chr$min$bin").substitute(D())
Template("$ord$min$max$sum$sum$int$sum$abs$map$all$set$any$oct$all$hex$chr$all$set$len$zip").substitute(D())
Template("$sum$abs$abs$int$map$sum$any$sum$int$hex$zip$bin$chr$int$set$min$ord$max$hex$int").substitute(D())
Template("$all$len$hex$all$zip$any$len$max$any$zip$map$zip$zip$sum$abs$map$set$set$map$any").substitute(D())
Template("$oct$any$max$max$any$min$abs$set$hex$oct$len$bin$oct$any$sum$sum$map$min$chr$hex").substitute(D())
Template("$max$bin$bin$set$max$all$hex$zip$set$map$oct$int$len$all$int$all$oct$ord$map$int").substitute(D())
Template("$all$len$ord$oct$abs$map$map$abs$map$any$ord$zip$zip$abs$oct$oct$hex$max$ord$bin").substitute(D())
Template("$all$ord$len$max$zip$set$sum$set$len$ord$oct$set$max$sum$map$chr$ord$zip$len$abs").substitute(D())
Template("$set$map$oct$bin$map$map$chr$chr$len$sum$zip$sum$bin$set$all$chr$map$any$bin$ord").substitute(D())
Template("$len$chr$hex$bin$oct$min$int$chr$oct$oct$oct$ord$len$abs$hex$map$sum$hex$bin$sum").substitute(D())
Template("$abs$bin$ord$chr$len$min$hex$min$chr$min$sum$max$len$min$oct$max$chr$map$oct$map").substitute(D())
Template("$int$zip$sum$zip$ord$max$abs$abs$bin$map$hex$bin$oct$len$set$max$oct$chr$set$sum").substitute(D())
Template("$all$hex$abs$any$all$zip$chr$any$abs$bin$all$map$max$hex$max$len$abs$all$map$hex").substitute(D())
Template("$map$sum$set$hex$oct$sum$max$all$bin$hex$chr$sum$hex$zip$sum$ord$int$sum$min$sum").substitute(D())
Template("$abs$hex$abs$map$len$max$map$abs$all$any$set$bin$map$len$bin$map$bin$all$oct$zip").substitute(D())
Template("$bin$max$zip$sum$hex$max$bin$min$any$any$min$map$oct$any$max$chr$zip$abs$bin$abs").substitute(D())
Template("$max$hex$abs$max$oct$chr$ord$hex$bin$int$int$int$hex$hex$hex$int$bin$oct$len$sum").substitute(D())
Template("$map$hex$abs$ord$chr$min$ord$bin$ord$min$map$set$all$abs$zip$hex$hex$min$any$zip").substitute(D())
Template("$oct$min$min$abs$sum$zip$zip$abs$any$all$map$any$hex$len$bin$min$max$min$zip$map").substitute(D())
Template("$hex$len$any$min$hex$abs$oct$hex$bin$abs$abs$sum$min$all$ord$map$map$min$abs$min").substitute(D())
Template("$chr$zip$len$chr$oct$int$hex$any$ord$abs$chr$max$sum$bin$min$sum$int$bin$any$abs").substitute(D())
Template("$oct$ord$oct$zip$ord$bin$all$set$bin$all$hex$max$set$any$bin$oct$ord$bin$set$oct").substitute(D())
Template("$int$oct$bin$chr$any$abs$hex$all$chr$chr$map$hex$int$min$any$any$len$abs$chr$chr").substitute(D())
Template("$any$chr$int$all$hex$zip$abs$abs$chr$zip$oct$zip$any$abs$bin$bin$sum$min").substitute(D())
for i in range(200):print(N%986);N//=986