#!/bin/bash
# Fetch every input of the guest through apt, without root, and check it against inputs.sha256.
#
#   fetch.sh DIR      the packages and the source archive end up in DIR
#
# The machine's own package sources are left alone: apt runs on private folders under DIR, with a
# sources list made from the machine's archive address. Tools come from bookworm, whose libraries
# they are linked against; CPython's source and wasi-libc, which run nowhere, come from trixie.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
dir=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$dir"
. "$here/versions.sh"

tools="clang-19 lld-19 llvm-19 llvm-19-linker-tools libllvm19 libclang-cpp19 libclang-common-19-dev
       libclang1-19 libclang-rt-19-dev-wasm32"

if sha256sum --check --status "$here/inputs.sha256" 2>/dev/null; then
    echo "inputs: already here"
    exit 0
fi

archive=$(apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
    awk '$1 == "bookworm" && $2 == "main" { print $3; exit }')
[ -n "$archive" ] || { echo "inputs: this machine's apt knows no bookworm archive" >&2; exit 1; }

mkdir -p apt/lists/partial apt/cache/archives/partial
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
for suite in bookworm trixie; do
    echo "deb [signed-by=$keyring] $archive $suite main"
done > apt/sources.list
echo "deb-src [signed-by=$keyring] $archive trixie main" >> apt/sources.list
: > apt/status

private=(-qq -o Dir::State="$dir/apt" -o Dir::State::lists="$dir/apt/lists"
    -o Dir::State::status="$dir/apt/status" -o Dir::Cache="$dir/apt/cache"
    -o Dir::Etc::sourcelist="$dir/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null -o Dir::Etc::preferencesparts=/dev/null
    -o APT::Sandbox::User="$(id -un)")
apt-get "${private[@]}" update
# shellcheck disable=SC2046,SC2086  # the lists are meant to be split
apt-get "${private[@]}" download $(printf "%s=$CLANG_VERSION " $tools) "wasi-libc=$WASI_LIBC_VERSION"
# The Debian patches are not wanted: only the pristine archive is kept.
apt-get "${private[@]}" source --download-only "python3.13/trixie"
sha256sum --check --quiet "$here/inputs.sha256"
echo "inputs: fetched CPython $PYTHON_VERSION, clang $CLANG_VERSION, wasi-libc $WASI_LIBC_VERSION"
