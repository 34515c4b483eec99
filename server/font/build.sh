#!/usr/bin/env bash
# Makes ../assets/math.woff2, the part of STIX Two Math that our formulas use, and text.ttf, the part of STIX Two Text
# in which pictures to share are written; copies their licence, which is the same.
# Needs Node and Python with venv; the committed fonts need nothing. fontTools 4.38, which Debian has, writes a MATH
# table from which browsers stretch neither brackets nor roots.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm init -y >/dev/null && npm i --ignore-scripts --no-audit --no-fund --silent @fontsource/stix-two-math@5.3.0 @fontsource/stix-two-text@5.3.0)
python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet fonttools==4.68.0 brotli==1.2.1
fonttools="$work/python/bin/fonttools"
package="$work/node_modules/@fontsource/stix-two-math"
# Latin, Greek, primes and dots, letters like ℏ, arrows, operators, brackets, pieces that stretch, and of
# the mathematical alphabets the one that an <mi> turns into: italic, Latin (with U+210E for its h) and Greek.
letters=U+0020-007E,U+00A0,U+00AC,U+00B0,U+00B1,U+00B5,U+00B7,U+00D7,U+00F7,U+0131,U+0237,U+0300-0308,U+0338,U+0391-03C9,U+03D1,U+03D5,U+03F1,U+03F5
signs=U+2016,U+2020,U+2026,U+2032-2034,U+203E,U+2044,U+2057,U+2061-2064,U+20D6,U+20D7,U+20DB,U+210E,U+210F,U+2113,U+2190-2193,U+21D2,U+21D4,U+2200,U+2202,U+2205-2209,U+220F-2213,U+2218,U+221A,U+221D-221E,U+2220,U+2225,U+222B,U+222E,U+223C,U+2243,U+2245,U+2248,U+2260,U+2261,U+2264,U+2265,U+226A,U+226B,U+2295,U+2297,U+22A5,U+22C5,U+22EF,U+2308-230B,U+239B-23AE,U+23B7,U+27E8,U+27E9
alphabets=U+1D434-1D467,U+1D6A4,U+1D6A5,U+1D6E2-1D71B
"$fonttools" subset "$package/files/stix-two-math-latin-400-normal.woff2" \
  --unicodes="$letters,$signs,$alphabets" --layout-features=ssty,dtls,flac --no-hinting --desubroutinize \
  --name-IDs=0,1,2,13,14 --flavor=woff2 --output-file=../assets/math.woff2
# Titles and names: European letters, which come in four files, and punctuation.
text="$work/node_modules/@fontsource/stix-two-text/files/stix-two-text"
for letters in latin latin-ext greek cyrillic; do
  "$fonttools" subset "$text-$letters-400-normal.woff2" --layout-features=kern,liga --no-hinting \
    --unicodes=U+0020-024F,U+0370-03FF,U+0400-045F,U+2010-2027,U+2030-203A,U+20AC,U+2190-2193,U+2212,U+2248,U+2260,U+2264,U+2265 \
    --name-IDs=0,1,2,6,13,14 --output-file="$work/$letters.ttf"
done
"$fonttools" merge --output-file=text.ttf "$work"/{latin,latin-ext,greek,cyrillic}.ttf
cp "$package/LICENSE" LICENSE
