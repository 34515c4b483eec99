from __future__ import annotations
import re
def v0(v1,v2,v3,v4,v5,v6,v7,v8,v9,v10,v11,v12,v13,v14,v15,v16,v17,v18,v19,v20,v21,v22,v23,v24,v25,v26,v27,v28,v29,v30,v31,v32,v33,v34,v35,v36,v37,v38,v39,v40,v41,v42,v43,v44,v45,v46,v47,v48,v49,v50,v51,v52,v53,v54,v55,v56,v57,v58,v59,v60,v61,v62,v63,v64,v65,v66,v67,v68,v69,v70,v71,v72,v73,v74,v75,v76,v77,v78,v79,v80,v81,v82,v83,v84,v85,v86,v87,v88,v89,v90,v91,v92,v93,v94,v95,v96,v97,v98,v99,v100,v101,v102,v103,v104,v105,v106,v107,v108,v109,v110,v111,v112,v113,v114,v115,v116,v117,v118,v119,v120,v121,v122,v123,v124,v125,v126,v127,v128):
 pass
v129=[]
v131:v1 or v2
v129.append(str(__annotations__.values()))
def v131()->v67 if v9 else v123:
 pass
v129.append(str(v131.__annotations__.values()))
v131:v14[v7][v24]
v129.append(str(__annotations__.values()))
v131:v48 if v86 else v34
v129.append(str(__annotations__.values()))
def v131()->{v86:v84,v2:v47}:
 pass
v129.append(str(v131.__annotations__.values()))
v131:v91[v92.v126]
v129.append(str(__annotations__.values()))
def v131()->(v28,v73,v44):
 pass
v129.append(str(v131.__annotations__.values()))
def v131(*,v131:(v61,v75,v44)):
 pass
v129.append(str(v131.__annotations__.values()))
async def v131()->v14[v53]:
 pass
v129.append(str(v131.__annotations__.values()))
def v131()->v6.v57[v3]:
 pass
v129.append(str(v131.__annotations__.values()))
def v131()->v79+v80:
 pass
v129.append(str(v131.__annotations__.values()))
v131:v57[v80]|v50
v129.append(str(__annotations__.values()))
def v131()->v66(v80=v98):
 pass
v129.append(str(v131.__annotations__.values()))
async def v131()->{v68:v13,v92:v32}:
 pass
v129.append(str(v131.__annotations__.values()))
v131:v97(v46=v60)
v129.append(str(__annotations__.values()))
v131:v39[v61,v69,v92]
v129.append(str(__annotations__.values()))
def v131(**v131:{v63:v2,v7:v102}):
 pass
v129.append(str(v131.__annotations__.values()))
v131:v39|v113|v62
v129.append(str(__annotations__.values()))
v131:v3.v2(v14)
v129.append(str(__annotations__.values()))
def v131()->v85.v114.v86:
 pass
v129.append(str(v131.__annotations__.values()))
async def v131(v131:v111.v76):
 pass
v129.append(str(v131.__annotations__.values()))
async def v131()->v93(v101[v42]):
 pass
v129.append(str(v131.__annotations__.values()))
def v131()->v29.v5(v13,v20):
 pass
v129.append(str(v131.__annotations__.values()))
async def v131()->v6.v8(v96,v15):
 pass
v129.append(str(v131.__annotations__.values()))
async def v131()->v87[v94.v79]:
 pass
v129.append(str(v131.__annotations__.values()))
def v131()->v96 if v61 else v82:
 pass
v129.append(str(v131.__annotations__.values()))
v131:v76[v47]|v115
v129.append(str(__annotations__.values()))
def v131()->v66[v90|v94]:
 pass
v129.append(str(v131.__annotations__.values()))
async def v131()->{v62:v124,v103:v109}:
 pass
v129.append(str(v131.__annotations__.values()))
v131:v95.v52(v15,v115)
v129.append(str(__annotations__.values()))
def v131()->v101.v91(v118,v86):
 pass
v129.append(str(v131.__annotations__.values()))
async def v131(v131:v9[v95]|v33):
 pass
v129.append(str(v131.__annotations__.values()))
def v131(**v131:v128[v112]|v112):
 pass
v129.append(str(v131.__annotations__.values()))
v131:v66(v89=v89)
v129.append(str(__annotations__.values()))
async def v131()->v60.v104(v87,v88):
 pass
v129.append(str(v131.__annotations__.values()))
async def v131()->v47[v17[v81],v36]:
 pass
v129.append(str(v131.__annotations__.values()))
def v131()->v45+v51:
 pass
v129.append(str(v131.__annotations__.values()))
v131:v121[v118.v74]
v129.append(str(__annotations__.values()))
def v131()->v10[v56.v4]:
 pass
v129.append(str(v131.__annotations__.values()))
def v131(*,v131:v128|v125):
 pass
v129.append(str(v131.__annotations__.values()))
def v131()->v127.v20[v123]:
 pass
v129.append(str(v131.__annotations__.values()))
def v131(*v131:v6.v113.v110):
 pass
v129.append(str(v131.__annotations__.values()))
def v131()->v12[v76|v103]:
 pass
v129.append(str(v131.__annotations__.values()))
v131:v93.v66(v93)
v129.append(str(__annotations__.values()))
def v131()->v16(v94=v123):
 pass
v129.append(str(v131.__annotations__.values()))
v131:v53[v120[v32],v13]
v129.append(str(__annotations__.values()))
v130=0
for v131 in re.findall('v(\d+)',str(v129)):v130=v130*128+int(v131)
for v131 in range(200):print(v130//32**v131%32)
