#!/bin/bash
# Print the SHA-256 of everything that a guest is built from, so that a change of the recipe without a
# rebuild is noticed. What is fetched is in it by its own hash.
#
#   recipe.sh           of the Python guest
#   recipe.sh sympy     of the SymPy guest
set -euo pipefail
export LC_ALL=C
cd "$(dirname "${BASH_SOURCE[0]}")/${1:-}"
if [ "${1:-}" = sympy ]; then
    recipe=(build.sh image.rs inputs.txt lib patches)
else
    recipe=(build.sh fetch.sh inputs.sha256 lib patches snapshot/Cargo.lock snapshot/Cargo.toml snapshot/src
        src training versions.sh)
fi
find "${recipe[@]}" -type f -not -path "*/__pycache__/*" -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1
