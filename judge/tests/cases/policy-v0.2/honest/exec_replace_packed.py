exec('for~i~in~range(200):print(i**3)'.replace('~',' '))
