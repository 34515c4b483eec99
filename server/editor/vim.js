// Vim keys for the editor, bundled by build.sh into ../assets/vim.js; who switches them on loads it.
import { EditorView } from "@codemirror/view";
import { vim } from "@replit/codemirror-vim";

const look = EditorView.theme({
  ".cm-fat-cursor": { background: "var(--link) !important", color: "var(--raised) !important" },
  "&:not(.cm-focused) .cm-fat-cursor": { background: "none !important", outline: "1px solid var(--link)", color: "transparent !important" },
  ".cm-vim-panel": { fontFamily: "var(--mono)", fontSize: "0.85rem", color: "var(--soft)" },
  ".cm-vim-message": { color: "var(--ink) !important", whiteSpace: "pre-wrap !important" },
  ".cm-vim-panel input": { color: "var(--ink)", font: "inherit" },
  ".cm-searchMatch": { backgroundColor: "var(--half-back)", boxShadow: "inset 0 0 0 1px var(--half)" },
});

/** The extension, with a line that says the mode. */
export function keys() {
  return [vim({ status: true }), look];
}
