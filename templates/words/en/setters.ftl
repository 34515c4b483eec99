setters-here = Setters
setters-after-title = setters
setters-explained = A board of its own: short programs, and problems that about half of those who try solve. It changes nobody’s points in the contest.
setters-nobody = No problem of this season has a setter on this site.
setters-points-heading = How the points come about
setters-points-by-problem = Points by problem
setters-formulas = Shortness is ⌊400·e^(−bytes/800)⌋. Balance is ⌊600·4q(1−q)⌋ with q = (solved + 1)/(tried + 2). A withdrawn problem gives nothing.
setters-tried = Tried
setters-brevity = Shortness
setters-balance = Balance
setters-title = Setters of { $season }
