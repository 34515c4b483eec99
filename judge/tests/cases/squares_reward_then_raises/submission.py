for n in range(200):
    print(n**2, end=" ")
print()
raise SystemExit("never judged")
