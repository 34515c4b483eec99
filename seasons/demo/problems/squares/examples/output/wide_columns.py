# Right-aligned in columns that are far too wide.
for n in range(200):
    print(f"{n*n:9999}")
