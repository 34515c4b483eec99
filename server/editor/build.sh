#!/usr/bin/env bash
# Builds ../assets/editor.js from editor.js and the packages of package-lock.json, and collects the
# licences of what is in it in LICENSES. Needs Node; the committed bundle needs nothing.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp editor.js package.json package-lock.json "$work"
(cd "$work" && npm ci --ignore-scripts --no-audit --no-fund --silent)
(cd "$work" && ./node_modules/.bin/esbuild editor.js --bundle --minify --format=iife --global-name=DojoEditor \
  --target=es2022 --charset=utf8 --legal-comments=none --metafile=meta.json --outfile=bundle.js --log-level=warning \
  --banner:js='/* CodeMirror 6 (MIT) and its parts; see server/editor/LICENSES. */')
cp "$work/bundle.js" ../assets/editor.js
node - "$work" > LICENSES <<'JS'
const fs = require("fs");
const work = process.argv[2];
const inputs = Object.keys(JSON.parse(fs.readFileSync(work + "/meta.json")).inputs);
const packages = new Set(inputs.map((file) => file.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]).filter(Boolean));
for (const name of [...packages].sort()) {
  const folder = work + "/node_modules/" + name;
  const { version, license } = JSON.parse(fs.readFileSync(folder + "/package.json"));
  const file = fs.readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  console.log(`==== ${name} ${version} (${license})\n`);
  console.log(fs.readFileSync(folder + "/" + file, "utf8").trim() + "\n");
}
JS
