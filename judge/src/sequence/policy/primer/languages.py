"""Little languages and what is written in them, calendars, games and notes, for the coder."""
from dataclasses import dataclass, field
from enum import Enum, auto


class BrainError(Exception):
    """Raised when brackets do not match."""


def match_brackets(code: str) -> dict[int, int]:
    stack: list[int] = []
    pairs: dict[int, int] = {}
    for position, command in enumerate(code):
        if command == "[":
            stack.append(position)
        elif command == "]":
            if not stack:
                raise BrainError(f"unmatched ] at {position}")
            start = stack.pop()
            pairs[start] = position
            pairs[position] = start
    if stack:
        raise BrainError("unmatched [")
    return pairs


def interpret(code: str, input_data: bytes = b"") -> list[int]:
    tape = [0] * 30000
    pointer = 0
    counter = 0
    jumps = match_brackets(code)
    output = []
    while counter < len(code):
        command = code[counter]
        if command == ">":
            pointer += 1
        elif command == "<":
            pointer -= 1
        elif command == "+":
            tape[pointer] = (tape[pointer] + 1) % 256
        elif command == "-":
            tape[pointer] = (tape[pointer] - 1) % 256
        elif command == ".":
            output.append(tape[pointer])
        elif command == "[" and tape[pointer] == 0:
            counter = jumps[counter]
        elif command == "]" and tape[pointer] != 0:
            counter = jumps[counter]
        counter += 1
    return output


CLEAR = "[-]"
MOVE = "[->+<]"
COPY = "[->+>+<<]>>[-<<+>>]<<"
MULTIPLY = "[->[->+>+<<]>>[-<<+>>]<<<]"
ADD = ">[-<+>]<"
SUBTRACT = ">[-<->]<"
SIXTY = "++++++[>++++++++++<-]>."
HELLO = "++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++."
FIBONACCI = ">>+<<[->>[->+>+<<]>[-<+>]<<]>>>."
CAT = ",[.,]"
COUNTDOWN = "++++++++++[>+>+<<-]>>[<<+>>-]<[.-]"
POWERS = "+[.[->++<]>[-<+>]<]"
TRIANGLE = ">+[[->+>+<<]>>[-<<+>>]<.[->>>+<<<]>>>[-<<<<+>>>>]<<<+]"
EVEN = "[->+<[->->+<<[->+<]]]>>[-<<+>>]<"
SWAP = "[->>+<<]>[-<+>]>[-<+>]<<"
COMPARE = ">[->-[>+>>]>[+[-<+>]>+>>]<<<<<]"
NOT = ">+<[[-]>-<]>[-<+>]<"
SCAN = "[>]>[<]<[<]>>[>>]<<[<<]"
LARGE = "++++[>++++++++<-]>[<++++++++>-]<[>+>+<<-]>>[<<+>>-]<"
DIGITS = ">++++++[<++++++++>-]<.[>>+>+<<<-]>>>[<<<+>>>-]<<+>[<->[>++++++++++<[->-[>+>>]>[+[-<+>]>+>>]<<<<<]"
# ---
# Turtle graphics with rewriting systems
SYSTEMS = {
    "algae": ("A", {"A": "AB", "B": "A"}),
    "fibonacci": ("A", {"A": "B", "B": "AB"}),
    "thue-morse": ("0", {"0": "01", "1": "10"}),
    "period doubling": ("a", {"a": "ab", "b": "aa"}),
    "binary tree": ("0", {"1": "11", "0": "1[0]0"}),
    "cantor": ("A", {"A": "ABA", "B": "BBB"}),
    "koch": ("F", {"F": "F+F-F-F+F"}),
    "snowflake": ("F--F--F", {"F": "F+F--F+F"}),
    "sierpinski": ("F-G-G", {"F": "F-G+F+G-F", "G": "GG"}),
    "arrowhead": ("A", {"A": "B-A-B", "B": "A+B+A"}),
    "dragon": ("FX", {"X": "X+YF+", "Y": "-FX-Y"}),
    "hilbert": ("A", {"A": "+BF-AFA-FB+", "B": "-AF+BFB+FA-"}),
    "peano": ("X", {"X": "XFYFX+F+YFXFY-F-XFYFX", "Y": "YFXFY-F-XFYFX+F+YFXFY"}),
    "gosper": ("A", {"A": "A-B--B+A++AA+B-", "B": "+A-BB--B-A++A+B"}),
    "levy": ("F", {"F": "+F--F+"}),
    "moore": ("LFL+F+LFL", {"L": "-RF+LFL+FR-", "R": "+LF-RFR-FL+"}),
    "plant": ("X", {"X": "F+[[X]-X]-F[-FX]+X", "F": "FF"}),
    "bush": ("F", {"F": "FF+[+F-F-F]-[-F+F+F]"}),
    "tribonacci": ("a", {"a": "ab", "b": "ac", "c": "a"}),
    "rudin-shapiro": ("a", {"a": "ab", "b": "ac", "c": "db", "d": "dc"}),
    "paperfolding": ("11", {"11": "1101", "01": "1001", "10": "1100", "00": "1000"}),
}


def rewrite(axiom, rules, generations):
    word = axiom
    for _ in range(generations):
        word = "".join(rules.get(letter, letter) for letter in word)
    return word


def walk(word, angle=90):
    x = y = 0
    heading = 0
    saved = []
    visited = {(x, y)}
    for letter in word:
        if letter in "FG":
            dx, dy = [(1, 0), (0, 1), (-1, 0), (0, -1)][heading]
            x, y = x + dx, y + dy
            visited.add((x, y))
        elif letter == "+":
            heading = (heading + 1) % 4
        elif letter == "-":
            heading = (heading - 1) % 4
        elif letter == "[":
            saved.append((x, y, heading))
        elif letter == "]":
            x, y, heading = saved.pop()
    return len(visited)
# ---
# Fractions as programs
from fractions import Fraction

PRIMES = "17/91 78/85 19/51 23/38 29/33 77/29 95/23 77/19 1/17 11/13 13/11 15/14 15/2 55/1"
ADDITION = [(3, 2)]
MULTIPLICATION = "455/33 11/13 1/11 3/7 11/2 1/3".split()


def fractran(program, n, limit=1000):
    fractions = [Fraction(f) for f in program.split()]
    for _ in range(limit):
        for f in fractions:
            if (n * f).denominator == 1:
                n = int(n * f)
                break
        else:
            return n
        yield n
# ---
# A calculator with a table of tokens
import re
from typing import Iterator, NamedTuple

TOKEN_SPECIFICATION = [
    ("NUMBER", r"\d+(\.\d*)?"),
    ("ASSIGN", r":="),
    ("END", r";"),
    ("IDENT", r"[A-Za-z_][A-Za-z0-9_]*"),
    ("OP", r"[+\-*/^%]"),
    ("LPAREN", r"\("),
    ("RPAREN", r"\)"),
    ("COMMA", r","),
    ("NEWLINE", r"\n"),
    ("SKIP", r"[ \t]+"),
    ("MISMATCH", r"."),
]
PATTERN = re.compile("|".join(f"(?P<{name}>{regex})" for name, regex in TOKEN_SPECIFICATION))
PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "//": 2, "%": 2, "^": 3, "**": 3}
OPERATORS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "^": lambda a, b: a**b,
}


class Token(NamedTuple):
    kind: str
    text: str
    line: int
    column: int


def tokenize(text: str) -> Iterator[Token]:
    line = 1
    for match in PATTERN.finditer(text):
        kind = match.lastgroup
        value = match.group()
        if kind == "SKIP":
            continue
        if kind == "MISMATCH":
            raise SyntaxError(f"unexpected character {value!r} on line {line}")
        yield Token(kind, value, line, match.start())


def to_postfix(tokens):
    output, operators = [], []
    for token in tokens:
        if token.kind == "NUMBER":
            output.append(int(token.text))
        elif token.text == "(":
            operators.append(token.text)
        elif token.text == ")":
            while operators and operators[-1] != "(":
                output.append(operators.pop())
            operators.pop()
        else:
            while operators and PRECEDENCE.get(operators[-1], 0) >= PRECEDENCE[token.text]:
                output.append(operators.pop())
            operators.append(token.text)
    return output + operators[::-1]


def evaluate(expression, variables={}):
    stack = []
    for item in to_postfix(tokenize(expression)):
        if isinstance(item, int):
            stack.append(item)
        else:
            right, left = stack.pop(), stack.pop()
            stack.append(OPERATORS[item](left, right))
    return stack[-1]


print(evaluate("(1 + 2) * 3 - 4 * (5 + 6) / 7"), evaluate("2 ^ 10 % 7"), evaluate("x * x + 3 * x - 1"))
# ---
# A machine with a stack
class Opcode(Enum):
    PUSH = auto()
    POP = auto()
    ADD = auto()
    SUB = auto()
    MUL = auto()
    DIV = auto()
    MOD = auto()
    DUP = auto()
    SWAP = auto()
    LOAD = auto()
    STORE = auto()
    JMP = auto()
    JZ = auto()
    JNZ = auto()
    PRINT = auto()
    CALL = auto()
    RET = auto()
    HALT = auto()


@dataclass
class Instruction:
    opcode: Opcode
    argument: int | str | None = None


class MachineError(RuntimeError):
    """Raised when the machine is asked to do what it cannot do."""


@dataclass
class VirtualMachine:
    """Runs a program on a stack, with named variables."""

    program: list[Instruction]
    stack: list[int] = field(default_factory=list)
    variables: dict[str, int] = field(default_factory=dict)
    counter: int = 0
    running: bool = True

    def step(self) -> None:
        if self.counter >= len(self.program):
            raise MachineError("program counter out of range")
        instruction = self.program[self.counter]
        self.counter += 1
        opcode, argument = instruction.opcode, instruction.argument
        if opcode is Opcode.PUSH:
            self.stack.append(argument)
        elif opcode is Opcode.ADD:
            b, a = self.stack.pop(), self.stack.pop()
            self.stack.append(a + b)
        elif opcode is Opcode.MUL:
            b, a = self.stack.pop(), self.stack.pop()
            self.stack.append(a * b)
        elif opcode is Opcode.LOAD:
            self.stack.append(self.variables[argument])
        elif opcode is Opcode.STORE:
            self.variables[argument] = self.stack.pop()
        elif opcode is Opcode.JNZ:
            if self.stack.pop() != 0:
                self.counter = argument
        elif opcode is Opcode.JMP:
            self.counter = argument
        elif opcode is Opcode.PRINT:
            print(self.stack[-1])
        elif opcode is Opcode.HALT:
            self.running = False
        else:
            raise MachineError(f"unknown opcode {opcode}")


SOURCE = """
start: push 1
push 0
store i
loop: load i
push 1
add
store i
load n
load i
sub
jnz loop
mov a, 0
mov b 1
inc a
dec b
jmp end
call f
ret
end: halt
"""
PROGRAM = [("push", 1), ("push", 2), ("add",), ("dup",), ("mul",), ("store", "x"), ("load", "x"), ("swap",), ("drop",), ("over",), ("rot",), ("jz", 8), ("jmp", 0), ("print",), ("halt",)]
TURING = {("A", 0): (1, "R", "B"), ("A", 1): (1, "L", "B"), ("B", 0): (1, "L", "A"), ("B", 1): (1, "R", "H")}
BUSY_BEAVER = "1RB1LC_1RC1RB_1RD0LE_1LA1LD_1RZ0LA"
POSTFIX = "3 4 + 2 * 7 - dup * swap over drop rot".split()
LISP = "(define (square x) (* x x)) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))) (lambda (x) x) (let ((a 1)) (car (cdr (list 1 2 3))))"
# ---
# Automata on a grid
GLIDER = [".#.", "..#", "###"]
BLINKER = ["...", "###", "..."]
ACORN = {(0, 1), (1, 3), (2, 0), (2, 1), (2, 4), (2, 5), (2, 6)}
RULE_110 = {"111": "0", "110": "1", "101": "1", "100": "0", "011": "1", "010": "1", "001": "1", "000": "0"}
RULES = {(1, 1, 1): 0, (1, 1, 0): 0, (1, 0, 1): 0, (1, 0, 0): 1, (0, 1, 1): 1, (0, 1, 0): 1, (0, 0, 1): 1, (0, 0, 0): 0}
MAZE = ["#######", "#S.#..#", "#..#.##", "##....#", "#...#E#", "#######"]
NEIGHBOURS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def step(cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    counts: dict[tuple[int, int], int] = {}
    for x, y in cells:
        for dx, dy in NEIGHBOURS:
            counts[x + dx, y + dy] = counts.get((x + dx, y + dy), 0) + 1
    return {cell for cell, n in counts.items() if n == 3 or n == 2 and cell in cells}


world = {(x, y) for y, row in enumerate(GLIDER) for x, c in enumerate(row) if c == "#"}
# ---
# What games, dates and music have names for
PIECES = {"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9, "king": 0}
BACK_RANK = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
BOARD = ["RNBQKBNR", "PPPPPPPP", "........", "pppppppp"]
FILES, RANKS = "abcdefgh", "12345678"
MOVES = {"N": (0, -1), "S": (0, 1), "E": (1, 0), "W": (-1, 0), "NE": (1, -1), "NW": (-1, -1), "SE": (1, 1), "SW": (-1, 1)}
ARROWS = {"^": (0, -1), "v": (0, 1), ">": (1, 0), "<": (-1, 0), "U": (0, 1), "D": (0, -1), "L": (-1, 0), "R": (1, 0)}
HANDS = ["high card", "pair", "two pairs", "three of a kind", "straight", "flush", "full house", "four of a kind", "straight flush"]
SUITS = ["clubs", "diamonds", "hearts", "spades", "♣", "♦", "♥", "♠"]
FACES = ["Ace", "King", "Queen", "Jack", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"]
SHARPS = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
FLATS = "C Db D Eb E F Gb G Ab A Bb B H".split()
SOLFEGE = "do re mi fa sol la si ti ut so".split()
MODES = {"major": [2, 2, 1, 2, 2, 2, 1], "minor": [2, 1, 2, 2, 1, 2, 2], "dorian": [2, 1, 2, 2, 2, 1, 2], "phrygian": [1, 2, 2, 2, 1, 2, 2], "pentatonic": [2, 2, 3, 2, 3]}
CHORDS = {"maj": (0, 4, 7), "min": (0, 3, 7), "dim": (0, 3, 6), "aug": (0, 4, 8), "7": (0, 4, 7, 10)}
RESISTORS = ["black", "brown", "red", "orange", "yellow", "green", "blue", "violet", "grey", "white", "gold", "silver"]
RAINBOW = ["red", "orange", "yellow", "green", "blue", "indigo", "violet", "cyan", "magenta", "purple", "pink", "brown", "gray", "black"]
SEGMENTS = ["abcdef", "bc", "abdeg", "abcdg", "bcfg", "acdfg", "acdefg", "abc", "abcdefg", "abcdfg"]
PHONE = {"2": "abc", "3": "def", "4": "ghi", "5": "jkl", "6": "mno", "7": "pqrs", "8": "tuv", "9": "wxyz"}
ROWS = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM", "`1234567890-=", "qwertyuiop[]\\", "asdfghjkl;'", "zxcvbnm,./"]
CODES = {"A": ".-", "B": "-...", "C": "-.-.", "D": "-..", "E": ".", "F": "..-.", "G": "--.", "H": "....", "I": "..", "J": ".---", "K": "-.-", "L": ".-..", "M": "--", "N": "-.", "O": "---", "P": ".--.", "Q": "--.-", "R": ".-.", "S": "...", "T": "-", "U": "..-", "V": "...-", "W": ".--", "X": "-..-", "Y": "-.--", "Z": "--.."}
AMINO = "F F L L S S S S Y Y * * C C * W L L L L P P P P H H Q Q R R R R I I I M T T T T N N K K S S R R V V V V A A A A D D E E G G G G"
BASES = {"A": "T", "T": "A", "C": "G", "G": "C", "U": "A"}
COMPASS = "N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW".split()
METONIC = [3, 6, 8, 11, 14, 17, 19]
HEBREW = "Nisan Iyar Sivan Tammuz Av Elul Tishrei Cheshvan Kislev Tevet Shevat Adar".split()
ISLAMIC = ["Muharram", "Safar", "Rabi al-Awwal", "Rabi al-Thani", "Jumada al-Ula", "Jumada al-Thani", "Rajab", "Shaban", "Ramadan", "Shawwal", "Dhu al-Qadah", "Dhu al-Hijjah"]
PERSIAN = "Farvardin Ordibehesht Khordad Tir Mordad Shahrivar Mehr Aban Azar Dey Bahman Esfand".split()
COPTIC = "Thout Paopi Hathor Koiak Tobi Meshir Paremhat Parmouti Pashons Paoni Epip Mesori".split()
REPUBLICAN = "Vendémiaire Brumaire Frimaire Nivôse Pluviôse Ventôse Germinal Floréal Prairial Messidor Thermidor Fructidor".split()
HAAB = "Pop Wo Sip Sotz Sek Xul Yaxkin Mol Chen Yax Sak Keh Mak Kankin Muwan Pax Kayab Kumku Wayeb".split()
ROMAN_DAYS = {"kalends": 1, "nones": 5, "ides": 13}
WOCHENTAGE = "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag".split()
JOURS = "lundi mardi mercredi jeudi vendredi samedi dimanche".split()
DIAS = "lunes martes miércoles jueves viernes sábado domingo".split()
MONATE = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()
MOIS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split()
MESES = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()
STEMS = "Jia Yi Bing Ding Wu Ji Geng Xin Ren Gui".split()
BRANCHES = "Zi Chou Yin Mao Chen Si Wu Wei Shen You Xu Hai".split()
NATO = "Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey Xray Yankee Zulu".split()
FRUIT = "apple banana cherry date elderberry fig grape kiwi lemon mango orange pear plum".split()
ANIMALS = "cat dog mouse horse cow sheep pig goat duck hen bird fish frog lion tiger bear wolf fox".split()
VERSES = ["partridge in a pear tree", "turtle doves", "French hens", "calling birds", "gold rings", "geese a-laying", "swans a-swimming", "maids a-milking", "ladies dancing", "lords a-leaping", "pipers piping", "drummers drumming"]
PANGRAM = "the quick brown fox jumps over the lazy dog"
GREETING = "hello world"
SIZES = {"penny": 1, "nickel": 5, "dime": 10, "quarter": 25, "half": 50, "dollar": 100}
UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800, "inch": 1, "foot": 12, "yard": 36, "mile": 63360}
PREFIXES = ["kilo", "mega", "giga", "tera", "milli", "micro", "nano", "pico"]
ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", 8: "eighth", 9: "ninth", 12: "twelfth"}
SUFFIXES = {1: "st", 2: "nd", 3: "rd"}
TEENS = ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
SCALES = ["", "thousand", "million", "billion", "trillion"]
# ---
# Rules that rewrite
MARKOV = [("|0", "0||"), ("1", "0|"), ("0", ""), ("a", "b"), ("ab", "ba"), ("ba", "ab")]
TAG = {"a": "bc", "b": "a", "c": "aaa"}
CYCLIC = ["010", "000", "1111"]
POST = {"a": "ccbaH", "b": "cca", "c": "cc"}
MIU = [("I", "IU"), ("III", "U"), ("UU", "")]
COLLATZ_RULES = {0: "n // 2", 1: "3 * n + 1"}
GUN = "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!"
PATTERNS = {"glider": "bo$2bo$3o!", "r-pentomino": "b2o$2o$bo!", "lwss": "bo2bo$o4b$o3bo$4o!", "block": "2o$2o!"}
BEFUNGE = "&>:1-:v v *_$.@ ^ _$>\\:^"
ANT = "RL LLRR RLR LRRRRRLLR RRLLLRLLLRRR".split()
GRAMMAR = {
    "S": ["NP VP"],
    "NP": ["Det N", "Det Adj N"],
    "VP": ["V NP", "V"],
    "expr": ["term", "expr + term", "expr - term"],
    "term": ["factor", "term * factor", "term / factor"],
    "factor": ["number", "( expr )", "- factor"],
}
FONT = ["###", "#.#", "#.#", "#.#", "###", ".#.", "##.", ".#.", ".#.", "###", "###", "..#", "###", "#..", "###", "#.#", "#.#", "###", "..#", "..#"]
SHAPES = {"I": ["####"], "O": ["##", "##"], "T": ["###", ".#."], "S": [".##", "##."], "Z": ["##.", ".##"], "L": ["#..", "###"], "J": ["..#", "###"]}
TETROMINOES = {"I": [(0, 0), (0, 1), (0, 2), (0, 3)], "T": [(0, 0), (0, 1), (0, 2), (1, 1)], "L": [(0, 0), (1, 0), (2, 0), (2, 1)]}
