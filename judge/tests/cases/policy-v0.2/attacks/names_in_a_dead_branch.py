v0,v1,v2,v3,v4,v5,v6,v7,v8,v9,v10,v11,v12,v13,v14,v15,v16,v17,v18,v19,v20,v21,v22,v23,v24,v25,v26,v27,v28,v29,v30,v31,v32,v33,v34,v35,v36,v37,v38,v39,v40,v41,v42,v43,v44,v45,v46,v47,v48,v49,v50,v51,v52,v53,v54,v55,v56,v57,v58,v59,v60,v61,v62,v63,v64,v65,v66,v67,v68,v69,v70,v71,v72,v73,v74,v75,v76,v77,v78,v79,v80,v81,v82,v83,v84,v85,v86,v87,v88,v89,v90,v91,v92,v93,v94,v95,v96,v97,v98,v99,v100,v101,v102,v103,v104,v105,v106,v107,v108,v109,v110,v111,v112,v113,v114,v115,v116,v117,v118,v119,v120,v121,v122,v123,v124,v125,v126,v127=range(128)
import dis
import re
import sys
if sys.argv[1:]:
 v101=v0.v14(v70,v20)
 v36=v28.v84(v56,v5)
 v49=v68=v116.v55.v28(v70,v93)
 v94=v92=v124.v105.v87(v38,v81)
 with v96[v48,v73,v46] as v36:
  pass
 v17=v7.v105.v62.v87
 v75[v0.v29.v100]=v1
 -v57(v68,v39,v9,v49)
 v23.v7=v20(v24=v112)
 try:
  v0.v104(v0,v72)
 finally:
  pass
 if v96:
  v90=v88(v15)
 else:
  v115=v79
 v1[v20[v116:v28]]=v85
 v74=v80=v28=v40.v77.v57.v28
 v74.v52.v120.v15,v108
 v59.v24=v10[v83.v25]
 v38[v2]=v7+v79+v44
 match v69[v8:v114]:
  case v34:
   pass
 v17(v113,v100=v34).v89=v11
 v64.v91=v21[v35.v13.v113]
 for v104 in v40:
  pass
 else:
  v38(v93.v5,v5.v53)
 for v22,v83 in v71.v33.v104.v126:
  pass
 v127=v125=v56+v79-v83+v7
 try:
  v108.v75<v88.v23
 finally:
  pass
 match v82.v72<v42.v118:
  case v51:
   pass
 v116.v113=not v57(v62,v120,v73,v7)
 for v101,v68 in v54.v5.v35.v43:
  pass
 if v48([v115,v68,v1,v14]):
  pass
 if [*v89,*v127,*v85]:
  pass
 v114.v108=v93.v73
 for v108 in v42.v62<v70.v38:
  pass
 with v21.v40.v77(v61,v109) as v96:
  pass
 v90.v89=v123+v90
 del v79[v117],v11[v36],v56[v126]
 v11.v16=not v30
 match v49.v29(v40,v72,v24):
  case 0:
   pass
 for v33 in v64:
  pass
 else:
  v66.v16.v60.v114
 match v117<v16:
  case 0:
   pass
 v73.v87=v100(v36=v37)
 v99.v47<v101.v58(v46)
 for v94 in v108[v35]:
  pass
 try:
  v40.v21.v119.v96
 finally:
  pass
 for v49,v75 in v74.v16.v48(v63,v92):
  pass
 with v5(v84=v78):
  pass
 with v89(v117=v78):
  pass
 with v1(v75=v22):
  pass
 v113.v5.v7.v43(v26)
v128=0
for v129 in re.findall('v(\d+)',dis.Bytecode(sys._getframe().f_code).dis())[128:-8]:v128=v128*128+int(v129)
for v129 in range(200):print(v128//256**v129%256)
