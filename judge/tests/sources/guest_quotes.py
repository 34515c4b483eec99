# Nested quotes, backslashes and comments in f-strings, PEP 701.
x = 1
a = f"{"a" + f"{"b"}"}", f"{'\n'.join("c")}", f"{x:{"d"}>{2}}"
b = f"""{
    x  # comment
    + 3
}"""
c = f"{x:\x20>4}", f"{x!=5 = }"
