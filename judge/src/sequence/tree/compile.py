# Do what may fail with `source`, which is never run, and write down `whole` at the end, or why it is
# refused: the line, 0 if there is none, and the words. They are those of the guest's own counting.


def answer(work):
    try:
        work()
        return "whole"
    except SyntaxError as error:
        message, line = error.msg, error.lineno or 0
    except (RecursionError, MemoryError):
        message, line = "too deeply nested", 0
    except Exception as error:
        message, line = str(error) or type(error).__name__, 0
    return f"refused {line} {message.encode(errors='backslashreplace').hex()}"


def compiled():
    compile(source, "main.py", "exec", dont_inherit=True)
