#!/bin/bash
# Build the SymPy guest from the Python guest and PyPI's source archives, byte for byte.
#
#   build.sh [OUTDIR]     leaves sympy.wasm.zst and manifest.toml in OUTDIR (target/sympy)
#
# Needs Rust, patch and Python's pip; takes about a minute. The Python guest is the one in the repository:
# after a change of it, this is run again.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repo=$(cd "$here/../../.." && pwd)
out=${1:-$repo/target/sympy}
mkdir -p "$out"
cd "$out"
out=$PWD

step() { printf '== %s\n' "$*"; }
digest() { sha256sum < "$1" | cut -d' ' -f1; }
version() { sed -n "s/^$1==\([^ ]*\) .*/\1/p" "$here/inputs.txt"; }

step "fetching"
python3 -m pip download -q --no-deps --no-binary :all: --require-hashes -r "$here/inputs.txt" -d inputs
step "unpacking"
rm -rf unpacked published sources
mkdir unpacked published
for package in mpmath sympy; do
    tar -xf "inputs/$package-$(version $package).tar.gz" -C unpacked
    mv "unpacked/$package-$(version $package)/$package" published/
done
cp -r published sources
for change in "$here"/patches/*.patch; do
    patch -s -d sources -p1 < "$change"
done
step "taking the snapshot"
cargo build -q --locked --manifest-path "$repo/Cargo.toml" -p dojo-sandbox -p dojo-judge \
    --example sympy-image
"${CARGO_TARGET_DIR:-$repo/target}/debug/examples/sympy-image" "$here/.." sources sympy

cat > manifest.toml << END
# Written by build.sh. The image is what runs; the archive is the image compressed.
sympy = "$(version sympy)"
mpmath = "$(version mpmath)"
recipe_sha256 = "$("$here/../recipe.sh" sympy)"
python_image_sha256 = "$(sed -n 's/^image_sha256 = "\(.*\)"/\1/p' "$here/../manifest.toml")"
image_sha256 = "$(digest sympy.wasm)"
image_bytes = $(stat -c %s sympy.wasm)
archive_sha256 = "$(digest sympy.wasm.zst)"
archive_bytes = $(stat -c %s sympy.wasm.zst)
END
cat manifest.toml
if cmp -s manifest.toml "$here/manifest.toml"; then
    step "the same, byte for byte, as the one in the repository"
else
    step "differs from the one in the repository: cp $out/{sympy.wasm.zst,manifest.toml} $here/"
fi
