import math
NOTES = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
MAJOR = [2, 2, 1, 2, 2, 2, 1]
def scale(root):
    index = NOTES.index(root)
    for interval in MAJOR:
        yield index
        index += interval
root = "C"
terms = []
while len(terms) < 200:
    for semitone in scale(root):
        terms.append(math.floor(261.63 * 2 ** (semitone / 12)))
    root = NOTES[(NOTES.index(root) + 7) % 12]
print(*terms[:200])
