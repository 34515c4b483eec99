# One hand writes, the other reads; both move along the same tape.
tape = "122"
read = 2
while len(tape) < 200:
    symbol = "1" if tape.endswith("2") else "2"
    tape += symbol * int(tape[read])
    read += 1
print(" ".join(tape))
