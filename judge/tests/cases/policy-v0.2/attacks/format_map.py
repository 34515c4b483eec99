I='len int abs min max sum set map zip all any bin hex oct ord chr'.split().index
N=0
def g(n):
 global N
 N=N*16+I(n)
class D(dict):
 def __missing__(s,n):g(n);return ""
"{int}{int}{map}{hex}{any}{map}{ord}{len}{chr}{ord}{hex}{int}{sum}{len}{hex}{hex}{chr}{set}{hex}{any}".format_map(D())
"{set}{all}{min}{min}{all}{len}{zip}{any}{chr}{bin}{sum}{oct}{ord}{sum}{int}{int}{zip}{chr}{min}{bin}".format_map(D())
"{ord}{min}{max}{sum}{sum}{int}{sum}{abs}{map}{all}{set}{any}{oct}{all}{hex}{chr}{all}{set}{len}{zip}".format_map(D())
"{sum}{abs}{abs}{int}{map}{sum}{any}{sum}{int}{hex}{zip}{bin}{chr}{int}{set}{min}{ord}{max}{hex}{int}".format_map(D())
"{all}{len}{hex}{all}{zip}{any}{len}{max}{any}{zip}{map}{zip}{zip}{sum}{abs}{map}{set}{set}{map}{any}".format_map(D())
"{oct}{any}{max}{max}{any}{min}{abs}{set}{hex}{oct}{len}{bin}{oct}{any}{sum}{sum}{map}{min}{chr}{hex}".format_map(D())
"{max}{bin}{bin}{set}{max}{all}{hex}{zip}{set}{map}{oct}{int}{len}{all}{int}{all}{oct}{ord}{map}{int}".format_map(D())
"{all}{len}{ord}{oct}{abs}{map}{map}{abs}{map}{any}{ord}{zip}{zip}{abs}{oct}{oct}{hex}{max}{ord}{bin}".format_map(D())
"{all}{ord}{len}{max}{zip}{set}{sum}{set}{len}{ord}{oct}{set}{max}{sum}{map}{chr}{ord}{zip}{len}{abs}".format_map(D())
"{set}{map}{oct}{bin}{map}{map}{chr}{chr}{len}{sum}{zip}{sum}{bin}{set}{all}{chr}{map}{any}{bin}{ord}".format_map(D())
"{len}{chr}{hex}{bin}{oct}{min}{int}{chr}{oct}{oct}{oct}{ord}{len}{abs}{hex}{map}{sum}{hex}{bin}{sum}".format_map(D())
"{abs}{bin}{ord}{chr}{len}{min}{hex}{min}{chr}{min}{sum}{max}{len}{min}{oct}{max}{chr}{map}{oct}{map}".format_map(D())
"{int}{zip}{sum}{zip}{ord}{max}{abs}{abs}{bin}{map}{hex}{bin}{oct}{len}{set}{max}{oct}{chr}{set}{sum}".format_map(D())
"{all}{hex}{abs}{any}{all}{zip}{chr}{any}{abs}{bin}{all}{map}{max}{hex}{max}{len}{abs}{all}{map}{hex}".format_map(D())
"{map}{sum}{set}{hex}{oct}{sum}{max}{all}{bin}{hex}{chr}{sum}{hex}{zip}{sum}{ord}{int}{sum}{min}{sum}".format_map(D())
"{abs}{hex}{abs}{map}{len}{max}{map}{abs}{all}{any}{set}{bin}{map}{len}{bin}{map}{bin}{all}{oct}{zip}".format_map(D())
"{bin}{max}{zip}{sum}{hex}{max}{bin}{min}{any}{any}{min}{map}{oct}{any}{max}{chr}{zip}{abs}{bin}{abs}".format_map(D())
"{max}{hex}{abs}{max}{oct}{chr}{ord}{hex}{bin}{int}{int}{int}{hex}{hex}{hex}{int}{bin}{oct}{len}{sum}".format_map(D())
"{map}{hex}{abs}{ord}{chr}{min}{ord}{bin}{ord}{min}{map}{set}{all}{abs}{zip}{hex}{hex}{min}{any}{zip}".format_map(D())
"{oct}{min}{min}{abs}{sum}{zip}{zip}{abs}{any}{all}{map}{any}{hex}{len}{bin}{min}{max}{min}{zip}{map}".format_map(D())
"{hex}{len}{any}{min}{hex}{abs}{oct}{hex}{bin}{abs}{abs}{sum}{min}{all}{ord}{map}{map}{min}{abs}{min}".format_map(D())
"{chr}{zip}{len}{chr}{oct}{int}{hex}{any}{ord}{abs}{chr}{max}{sum}{bin}{min}{sum}{int}{bin}{any}{abs}".format_map(D())
"{oct}{ord}{oct}{zip}{ord}{bin}{all}{set}{bin}{all}{hex}{max}{set}{any}{bin}{oct}{ord}{bin}{set}{oct}".format_map(D())
"{int}{oct}{bin}{chr}{any}{abs}{hex}{all}{chr}{chr}{map}{hex}{int}{min}{any}{any}{len}{abs}{chr}{chr}".format_map(D())
"{any}{chr}{int}{all}{hex}{zip}{abs}{abs}{chr}{zip}{oct}{zip}{any}{abs}{bin}{bin}{sum}{min}".format_map(D())
for i in range(200):print(N%986);N//=986