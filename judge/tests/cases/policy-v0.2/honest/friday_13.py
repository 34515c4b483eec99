import datetime
for y in range(1900,2100):print(sum(datetime.date(y,m,13).weekday()==4 for m in range(1,13)))
