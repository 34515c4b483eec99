def v0(v1,v2,v3,v4,v5,v6,v7,v8,v9,v10,v11,v12,v13,v14,v15,v16,v17,v18,v19,v20,v21,v22,v23,v24,v25,v26,v27,v28,v29,v30,v31,v32,v33,v34,v35,v36,v37,v38,v39,v40,v41,v42,v43,v44,v45,v46,v47,v48,v49,v50,v51,v52,v53,v54,v55,v56,v57,v58,v59,v60,v61,v62,v63,v64,v65,v66,v67,v68,v69,v70,v71,v72,v73,v74,v75,v76,v77,v78,v79,v80,v81,v82,v83,v84,v85,v86,v87,v88,v89,v90,v91,v92,v93,v94,v95,v96,v97,v98,v99,v100,v101,v102,v103,v104,v105,v106,v107,v108,v109,v110,v111,v112,v113,v114,v115,v116,v117,v118,v119,v120,v121,v122,v123,v124,v125,v126,v127,v128):
 yield from v1.v1.v3(v127,v14)
 v37=v22.v52(v107,v43)
 v20=v48=v13.v31.v89(v42,v39)
 for v22 in v110(v10,v116,v103,v4,v8):
  pass
 v84=v97(v56.v3,v37.v6)
 v102=v52.v11.v81.v93
 for v39 in v21.v39(v127,v20,v103,v49):
  pass
 for v66,v71 in v102.v27.v88:
  pass
 v73.v127(v21)
 del v56[v109(v22(v10,v2),v62(v6,v3))]
 v124=v94(v11(v87,v94))
 v24[v64],v38[v28]=v118.v118.v96.v7
 if v26:
  return v79.v43(v120,v98)
 if v89:
  return v30(v91(v43,v40))
 yield v83(v37(v73,v106))
 v29.v94=v2[v15,v119]
 v41=yield v87(v39,v42,v113)
 for v33[(v22,v77,v90,v50)] in v35:
  pass
 for v44,v71 in v122((v57,v65,v43,v16)):
  pass
 v7.v69=v42[v69(v13,v78,v121,v78)]
 for v38 in v91:
  v79=v97(v40,v122,v24,v115)
 v12=v17=v102.v88.v83(v128,v28)
 v53=yield v12(v104(v42,v19),v61(v29,v98))
 v76,v60,v2,v128=v47[v22,v39,v8]
 v24[v8(v36,v99)]=v106
 for v5,v79,v22 in v52(v90(v8,v124)):
  pass
 v21.v71.v81.v67
 v75[v126.v93.v48]=v127
 v29[v38]=v35(v12,v49)
 v120.v118.v79.v114(v111)
 v127(v84(v31,v4),v28(v90,v46))
 v82[v32],v50[v48]=v122.v116.v94
 v39.v13=v25[v88]
 v102[v2(v111,v85)].v13
 if v85:
  return v107.v6(v90,v116,v31,v86)
 for v123 in v57:
  v21=(v70,v25,v47,v58)
 v39[(v58,v55,v7,v81,v112)]=v31
 v113.v10.v29.v65=v63
 for v56 in v113:
  v95=v108.v97.v115.v64
 (v101,v39,v5,v17,v45)
 del v109[v20(v105,v123,v97,v7,v84)]
 v77,v93,v51=v93.v35.v65.v110
 v106.v70=v90[v14]
 v28.v113=v101[v13(v66,v63,v40,v56,v99,v74)]
 v124[v42(v22,v53,v33,v1,v61)]=v42
 for v30[v111.v96.v16] in v33:
  pass
 v43.v12.v80(v59,v115)
 if v35:
  return v125<v35
import dis
import re
v129=0
for v130 in re.findall('v(\\d+)',dis.Bytecode(v0).dis()):v129=v129*128+int(v130)
for v130 in range(200):print(v129//1024**v130%1024)
