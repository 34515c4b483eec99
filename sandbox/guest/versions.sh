# What the guest is made of; the exact bytes are in inputs.sha256.
PYTHON_VERSION=3.13.5
CLANG_VERSION=1:19.1.7-3~deb12u1
WASI_LIBC_VERSION=0.0~git20241209.574b88d-2
# CPython shows the time of its build; this is the day 3.13.5 came out.
SOURCE_DATE_EPOCH=1749600000
