import re
v0=[]
class v1(int):
 __call__=__getitem__=__setitem__=__delitem__=__add__=__sub__=__mul__=__lt__=__contains__=__enter__=__getattr__=__setattr__=__delattr__=lambda *v2:v0.append(v2)
 __exit__=slice
v3,v4,v5,v6,v7,v8,v9,v10,v11,v12,v13,v14,v15,v16,v17,v18,v19,v20,v21,v22,v23,v24,v25,v26,v27,v28,v29,v30,v31,v32,v33,v34,v35,v36,v37,v38,v39,v40,v41,v42,v43,v44,v45,v46,v47,v48,v49,v50,v51,v52,v53,v54,v55,v56,v57,v58,v59,v60,v61,v62,v63,v64,v65,v66=map(v1,range(3,67))
v67=[]
with v3:
 v44[v43:v9]
v67[:]=v25(v36),
v48.v11=v23(v60,v7)
del v57[v7(v45,v35)]
try:
 v60(v42)is v39(v51)
finally:
 v16(v36)
if v49(v48):
 pass
elif v56[v3(v13,v30)]:
 pass
class v67:
 v67=v12 in v26 or v17 in v38
with v3:
 v24[v56] or v45[v57]
v37[v49]=not v20(v36,v30)
while v34[v52:v57:v44]:
 break
v8.v23=v39[v46,v22]
v30(v50.v23,v13.v46)
v45.v55=[v62[v31],v19[v59]]
for v67 in []:
 pass
else:
 v30.v43 or v33.v38
while v5(v19) or v63(v41):
 break
while v23(v25.v8,v61.v32):
 break
for v67 in [v54(v41.v11,v63.v51)]:
 pass
v35[v52]=v15(v66,[v27,v29])
with v52 as v67:
 (v67:=v33(v44,v13))
v3.v30=v20[v16,v56]
del v4[v12-v49]
if v27[v61:v28:v48]:
 pass
else:
 v57(v51)
if v24(v49.v6,v3.v66):
 pass
else:
 v19(v36)
if [v47[v15],v4[v23]]:
 pass
v24.v32=v53[v47(v48,v64)]
v67=v19.v27 or v17.v43
with v29 as v67:
 v15(v34)is v36(v56)
if v12[v21]:
 pass
if not v57(v4,v27,v64,v7):
 pass
try:
 v47(v57)is v57(v61)
finally:
 v30(v14)
for v13.v24 in [v5(v64.v50,v37.v59)]:
 pass
v27.v40=v38.v16
with v15:
 v38(v18,v33)
if v44(v23):
 pass
elif v25[v36:v33]:
 pass
if v28(v64):
 pass
elif not v62<v11:
 pass
v23[v4]=v14(v15.v21,v13.v21)
v21.v48=v39.v17 or v41.v44
with v21:
 v65(v6)is v58(v23)
del v23[v28[v6:v57]]
v46.v24=(v63+v51,v18-v5)
v55.v51=v21(v3.v45,v47.v18)
v68=0
for v67 in re.findall('\d+',str(v0)):v68=v68*64+int(v67)
for v67 in range(200):print(v68//64**v67%64)
