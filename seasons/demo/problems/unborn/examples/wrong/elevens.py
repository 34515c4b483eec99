# After the first five it goes up in elevens, does it not?
print(1,3,5,7,*range(9,2200,11))
