if 1: a = 2; b = 3
if a: \
    b = \
        4
	
def f(
    a = 1, # (((
    b = "(((",
):
	if a:
	        return (
1,
  2,
            )
	return a


class C: x = 5; y = "six"
for x in f(), : pass
x = """
line (
""", '''
"quoted"
'''; y = 7
