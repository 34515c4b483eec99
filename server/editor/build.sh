#!/usr/bin/env bash
# Builds ../assets/editor.js and ../assets/vim.js from editor.js, vim.js and the packages of package-lock.json,
# and collects the licences of what is in them in LICENSES. Needs Node; the committed bundles need nothing.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp editor.js shared.js vim.js package.json package-lock.json "$work"
(cd "$work" && npm ci --ignore-scripts --no-audit --no-fund --silent)
bundle() { # NAME GLOBAL BANNER OPTION…
  (cd "$work" && ./node_modules/.bin/esbuild "$1.js" --bundle --minify --format=iife --global-name="$2" \
    --target=es2022 --charset=utf8 --legal-comments=none --metafile="$1.json" --outfile="bundle/$1.js" \
    --log-level=warning --banner:js="/* $3; see server/editor/LICENSES. */" "${@:4}")
  cp "$work/bundle/$1.js" ../assets/
}
bundle editor DojoEditor 'CodeMirror 6 (MIT) and its parts'
# The second bundle takes from the first what both need: CodeMirror compares its parts by identity.
names=$(sed -n 's/^export { \(.*\) } from .*/\1/p' "$work/shared.js" | paste -sd,)
echo "export const { $names } = DojoEditor.shared;" > "$work/of-editor.js"
aliases=()
for package in commands language state view; do aliases+=("--alias:@codemirror/$package=./of-editor.js"); done
bundle vim DojoVim 'Vim keys for CodeMirror 6 (MIT)' "${aliases[@]}"
node - "$work" > LICENSES <<'JS'
const fs = require("fs");
const work = process.argv[2];
const inputs = ["editor", "vim"].flatMap((name) => Object.keys(JSON.parse(fs.readFileSync(`${work}/${name}.json`)).inputs));
const packages = new Set(inputs.map((file) => file.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]).filter(Boolean));
for (const name of [...packages].sort()) {
  const folder = work + "/node_modules/" + name;
  const { version, license } = JSON.parse(fs.readFileSync(folder + "/package.json"));
  const file = fs.readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  console.log(`==== ${name} ${version} (${license})\n`);
  console.log(fs.readFileSync(folder + "/" + file, "utf8").trim() + "\n");
}
JS
