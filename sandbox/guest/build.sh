#!/bin/bash
# Build the Python guest from Debian's packages, byte for byte.
#
#   build.sh [OUTDIR]     leaves python.wasm.zst and manifest.toml in OUTDIR (target/guest)
#
# Needs a bookworm machine with apt, a C compiler, make, patch, xz and Rust; not root. The compiler that
# makes the guest and everything that ends up in it come through fetch.sh. CPython is built twice:
# instrumented first, to learn from the programs in training/ what is worth optimising.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repo=$(cd "$here/../.." && pwd)
out=${1:-$repo/target/guest}
mkdir -p "$out"
cd "$out"
out=$PWD
. "$here/versions.sh"

# Nothing of the machine may show in the result.
export LC_ALL=C TZ=UTC PYTHONHASHSEED=0 SOURCE_DATE_EPOCH
unset CFLAGS CPPFLAGS LDFLAGS LIBS
source=Python-$PYTHON_VERSION
jobs=${JOBS:-$(nproc)}
target=(--target=wasm32-wasip1 "--sysroot=$out/toolchain/usr")
features="-g0 -mbulk-memory -mnontrapping-fptoint -msign-ext -mmutable-globals"
instrument="-fprofile-generate -mllvm -disable-vp"
# The embedder's own functions differ a little between the two builds.
quiet="-Wno-backend-plugin"
# Extension modules that need what the sandbox has not, and character sets nobody prints integers in.
left_out="_asyncio _bz2 _codecs_cn _codecs_hk _codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw _ctypes
    _curses _curses_panel _dbm _elementtree _gdbm _hashlib _interpchannels _interpqueues _interpreters
    _lsprof _lzma _multibytecodec _multiprocessing _posixshmem _posixsubprocess _socket _sqlite3 _ssl
    _tkinter _uuid _xxtestfuzz _zoneinfo fcntl grp mmap pwd pyexpat readline resource select syslog
    termios zlib"

step() { printf '== %s\n' "$*"; }

# with_tools COMMAND...: the unpacked clang, with the libraries it is linked against.
with_tools() {
    PATH=$out/toolchain/usr/lib/llvm-19/bin:$out/toolchain/usr/bin:$PATH \
        LD_LIBRARY_PATH=$out/toolchain/usr/lib/x86_64-linux-gnu "$@"
}

unpack() {
    rm -rf toolchain "$source"
    mkdir toolchain
    # Functions are known to the profile by their file's name, which is not to hold this checkout's.
    rm -rf embedder
    cp -r "$here/src" embedder
    for package in inputs/*.deb; do
        dpkg-deb -x "$package" toolchain
    done
    # clang looks for its builtins under the target's full name, Debian has them under another.
    local builtins=toolchain/usr/lib/llvm-19/lib/clang/19/lib
    mkdir "$builtins/wasm32-unknown-wasip1"
    ln -s ../wasi/libclang_rt.builtins-wasm32.a "$builtins/wasm32-unknown-wasip1/libclang_rt.builtins.a"
    tar -xf "inputs/python3.13_$PYTHON_VERSION.orig.tar.xz"
    for change in "$here"/patches/*.patch; do
        patch -s -d "$source" -p1 < "$change"
    done
}

# A Python of this machine, which the other one's build needs to freeze modules.
build_native() {
    rm -rf native
    mkdir native
    cd native
    "../$source/configure" -q --without-ensurepip --disable-test-modules CFLAGS="-O0 -g0"
    make -s -j"$jobs" OPT= python
    cd ..
}

# configure_wasi DIR
configure_wasi() {
    rm -rf "$1"
    mkdir "$1"
    cd "$1"
    for module in $left_out; do
        export "py_cv_module_$module=n/a"
    done
    # The machine's own libraries are not for this target. Integers are made of 30-bit digits, as on
    # 64-bit machines: wasm32 multiplies 64-bit numbers just as well.
    PKG_CONFIG_LIBDIR=/nonexistent PKG_CONFIG_PATH= \
        CONFIG_SITE="../$source/Tools/wasm/config.site-wasm32-wasi" \
        CC="clang ${target[*]}" CPP="clang ${target[*]} -E" AR=llvm-ar RANLIB=llvm-ranlib \
        READELF=llvm-readelf CFLAGS="$features -ffile-prefix-map=$out=." \
        with_tools "../$source/configure" -q --host=wasm32-unknown-wasip1 --build=x86_64-pc-linux-gnu \
        --with-build-python="$out/native/python" --enable-big-digits=30 --with-pymalloc \
        --without-mimalloc --without-ensurepip --disable-test-modules --prefix=/usr
    cd ..
}

# build_guest DIR FLAGS: CPython and the embedder with these flags, as DIR/guest.wasm
build_guest() {
    local libraries=(libpython3.13.a Modules/_decimal/libmpdec/libmpdec.a Modules/_hacl/libHacl_Hash_SHA2.a)
    cd "$1"
    with_tools make -s -j"$jobs" OPT="-DNDEBUG $2" "${libraries[@]}"
    local unit objects=()
    for unit in guest output image $3; do
        # The profile writer does not count itself.
        local flags=$2
        [ "$unit" != profile ] || flags=-O2
        # shellcheck disable=SC2086  # flags are lists
        with_tools clang "${target[@]}" $features $flags ${3:+-DTRAINING} -DNDEBUG \
            "-I../$source/Include" "-I../$source/Include/internal" -I. \
            -c "../embedder/$unit.c" -o "$unit.o"
        objects+=("$unit.o")
    done
    # Stacks below everything else: an overflow leaves memory and traps, instead of overwriting data,
    # and the stack pointer tells it from a wild read. The most memory is what the host gives at most.
    with_tools clang "${target[@]}" -O3 -flto -mexec-model=reactor "${objects[@]}" "${libraries[@]}" \
        -lwasi-emulated-signal -lwasi-emulated-getpid -lwasi-emulated-process-clocks -lm -ldl \
        -Wl,-z,stack-size=14680064,--stack-first,--wrap=fstat,--lto-O3,--gc-sections,--strip-all \
        -Wl,--export=__stack_pointer,--max-memory=1073741824 \
        -o guest.wasm
    cd ..
}

# snapshot image|profile GUEST OUTPUT
snapshot() {
    cargo run -q --release --locked --manifest-path "$here/snapshot/Cargo.toml" \
        --target-dir "${CARGO_TARGET_DIR:-$out/cargo}" -- "$1" "$2" library "$here" "$3"
}

step "fetching"
"$here/fetch.sh" inputs
step "unpacking"
unpack
step "building a native Python"
build_native
step "packing the standard library"
rm -rf library
mkdir library
native/python -S -B "$here/lib/library.py" "$source/Lib" library/library.bin
step "configuring"
configure_wasi plain
cp -a plain instrumented
step "building the instrumented guest"
build_guest instrumented "-O3 $instrument" profile
step "training"
rm -rf profile
mkdir profile
snapshot profile instrumented/guest.wasm profile > /dev/null
with_tools llvm-profdata merge -o profile/guest.profdata profile/guest.profraw
step "building the guest"
build_guest plain "-O3 -flto -mllvm -disable-vp -fprofile-use=../profile/guest.profdata $quiet" ""
step "taking the snapshot"
snapshot image plain/guest.wasm python

digest() { sha256sum < "$1" | cut -d' ' -f1; }

cat > manifest.toml << END
# Written by build.sh. The image is what runs; the archive is the image compressed.
python = "$PYTHON_VERSION"
recipe_sha256 = "$("$here/recipe.sh")"
image_sha256 = "$(digest python.wasm)"
image_bytes = $(stat -c %s python.wasm)
archive_sha256 = "$(digest python.wasm.zst)"
archive_bytes = $(stat -c %s python.wasm.zst)
END
cat manifest.toml
if cmp -s manifest.toml "$here/manifest.toml"; then
    step "the same, byte for byte, as the one in the repository"
else
    step "differs from the one in the repository: cp $out/{python.wasm.zst,manifest.toml} $here/"
fi
