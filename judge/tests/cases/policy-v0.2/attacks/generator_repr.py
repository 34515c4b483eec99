def q0():yield
print(int(str(q0()).split()[2][1:],36))
def q1():yield
print(int(str(q1()).split()[2][1:],36))
def q3():yield
print(int(str(q3()).split()[2][1:],36))
def q6():yield
print(int(str(q6()).split()[2][1:],36))
def q2():yield
print(int(str(q2()).split()[2][1:],36))
def q7():yield
print(int(str(q7()).split()[2][1:],36))
def qd():yield
print(int(str(qd()).split()[2][1:],36))
def qk():yield
print(int(str(qk()).split()[2][1:],36))
def qc():yield
print(int(str(qc()).split()[2][1:],36))
def ql():yield
print(int(str(ql()).split()[2][1:],36))
def qb():yield
print(int(str(qb()).split()[2][1:],36))
def qm():yield
print(int(str(qm()).split()[2][1:],36))
def qa():yield
print(int(str(qa()).split()[2][1:],36))
def qn():yield
print(int(str(qn()).split()[2][1:],36))
def q9():yield
print(int(str(q9()).split()[2][1:],36))
def qo():yield
print(int(str(qo()).split()[2][1:],36))
def q8():yield
print(int(str(q8()).split()[2][1:],36))
def qp():yield
print(int(str(qp()).split()[2][1:],36))
def q17():yield
print(int(str(q17()).split()[2][1:],36))
def q1q():yield
print(int(str(q1q()).split()[2][1:],36))
def q16():yield
print(int(str(q16()).split()[2][1:],36))
def q1r():yield
print(int(str(q1r()).split()[2][1:],36))
def q15():yield
print(int(str(q15()).split()[2][1:],36))
def qi():yield
print(int(str(qi()).split()[2][1:],36))
def q16():yield
print(int(str(q16()).split()[2][1:],36))
def qh():yield
print(int(str(qh()).split()[2][1:],36))
def q17():yield
print(int(str(q17()).split()[2][1:],36))
def qg():yield
print(int(str(qg()).split()[2][1:],36))
def q18():yield
print(int(str(q18()).split()[2][1:],36))
def qf():yield
print(int(str(qf()).split()[2][1:],36))
def q19():yield
print(int(str(q19()).split()[2][1:],36))
def qe():yield
print(int(str(qe()).split()[2][1:],36))
def q1a():yield
print(int(str(q1a()).split()[2][1:],36))
def q27():yield
print(int(str(q27()).split()[2][1:],36))
def q35():yield
print(int(str(q35()).split()[2][1:],36))
def q26():yield
print(int(str(q26()).split()[2][1:],36))
def q36():yield
print(int(str(q36()).split()[2][1:],36))
def q25():yield
print(int(str(q25()).split()[2][1:],36))
def q13():yield
print(int(str(q13()).split()[2][1:],36))
def q26():yield
print(int(str(q26()).split()[2][1:],36))
def q12():yield
print(int(str(q12()).split()[2][1:],36))
def q27():yield
print(int(str(q27()).split()[2][1:],36))
def q11():yield
print(int(str(q11()).split()[2][1:],36))
def q28():yield
print(int(str(q28()).split()[2][1:],36))
def q10():yield
print(int(str(q10()).split()[2][1:],36))
def q29():yield
print(int(str(q29()).split()[2][1:],36))
def qz():yield
print(int(str(qz()).split()[2][1:],36))
def q2a():yield
print(int(str(q2a()).split()[2][1:],36))
def qy():yield
print(int(str(qy()).split()[2][1:],36))
def q2b():yield
print(int(str(q2b()).split()[2][1:],36))
def qx():yield
print(int(str(qx()).split()[2][1:],36))
def q2c():yield
print(int(str(q2c()).split()[2][1:],36))
def qw():yield
print(int(str(qw()).split()[2][1:],36))
def q2d():yield
print(int(str(q2d()).split()[2][1:],36))
def qv():yield
print(int(str(qv()).split()[2][1:],36))
def q2e():yield
print(int(str(q2e()).split()[2][1:],36))
def qu():yield
print(int(str(qu()).split()[2][1:],36))
def q2f():yield
print(int(str(q2f()).split()[2][1:],36))
def qt():yield
print(int(str(qt()).split()[2][1:],36))
def q2g():yield
print(int(str(q2g()).split()[2][1:],36))
def qs():yield
print(int(str(qs()).split()[2][1:],36))
def q2h():yield
print(int(str(q2h()).split()[2][1:],36))
def qr():yield
print(int(str(qr()).split()[2][1:],36))
def q2i():yield
print(int(str(q2i()).split()[2][1:],36))
def qq():yield
print(int(str(qq()).split()[2][1:],36))
def q2j():yield
print(int(str(q2j()).split()[2][1:],36))
def q4d():yield
print(int(str(q4d()).split()[2][1:],36))
def q68():yield
print(int(str(q68()).split()[2][1:],36))
def q4c():yield
print(int(str(q4c()).split()[2][1:],36))
def q69():yield
print(int(str(q69()).split()[2][1:],36))
def q4b():yield
print(int(str(q4b()).split()[2][1:],36))
def q6a():yield
print(int(str(q6a()).split()[2][1:],36))
def q4a():yield
print(int(str(q4a()).split()[2][1:],36))
def q6b():yield
print(int(str(q6b()).split()[2][1:],36))
def q49():yield
print(int(str(q49()).split()[2][1:],36))
def q6c():yield
print(int(str(q6c()).split()[2][1:],36))
def q48():yield
print(int(str(q48()).split()[2][1:],36))
def q23():yield
print(int(str(q23()).split()[2][1:],36))
def q49():yield
print(int(str(q49()).split()[2][1:],36))
def q22():yield
print(int(str(q22()).split()[2][1:],36))
def q4a():yield
print(int(str(q4a()).split()[2][1:],36))
def q21():yield
print(int(str(q21()).split()[2][1:],36))
def q4b():yield
print(int(str(q4b()).split()[2][1:],36))
def q20():yield
print(int(str(q20()).split()[2][1:],36))
def q4c():yield
print(int(str(q4c()).split()[2][1:],36))
def q1z():yield
print(int(str(q1z()).split()[2][1:],36))
def q4d():yield
print(int(str(q4d()).split()[2][1:],36))
def q1y():yield
print(int(str(q1y()).split()[2][1:],36))
def q4e():yield
print(int(str(q4e()).split()[2][1:],36))
def q1x():yield
print(int(str(q1x()).split()[2][1:],36))
def q4f():yield
print(int(str(q4f()).split()[2][1:],36))
def q1w():yield
print(int(str(q1w()).split()[2][1:],36))
def q4g():yield
print(int(str(q4g()).split()[2][1:],36))
def q1v():yield
print(int(str(q1v()).split()[2][1:],36))
def q4h():yield
print(int(str(q4h()).split()[2][1:],36))
def q1u():yield
print(int(str(q1u()).split()[2][1:],36))
def q4i():yield
print(int(str(q4i()).split()[2][1:],36))
def q1t():yield
print(int(str(q1t()).split()[2][1:],36))
def q4j():yield
print(int(str(q4j()).split()[2][1:],36))
def q1s():yield
print(int(str(q1s()).split()[2][1:],36))
