// The editor of the submit box: CodeMirror over a text area, which stays the field of its form.
// Bundled by build.sh into ../assets/editor.js; pages load it when the box is first used.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import {
  HighlightStyle, Language, bracketMatching, defineLanguageFacet, indentOnInput, indentUnit, syntaxHighlighting,
} from "@codemirror/language";
import { pythonLanguage } from "@codemirror/lang-python";
import { Compartment, EditorState, Prec } from "@codemirror/state";
import {
  EditorView, drawSelection, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers, placeholder,
} from "@codemirror/view";
import { parser as markdownParser } from "@lezer/markdown";
import { tags } from "@lezer/highlight";

export * as shared from "./shared.js";

const markdown = new Language(defineLanguageFacet(), markdownParser, [], "markdown");

const look = EditorView.theme({
  "&": {
    flex: "1 1 auto", minHeight: "0", color: "var(--ink)", backgroundColor: "var(--raised)", border: "1px solid var(--soft)",
    borderRadius: "5px", fontSize: "16px",
  },
  "&.cm-focused": { outline: "3px solid var(--link)", outlineOffset: "2px" },
  ".cm-scroller": { flex: "1 1 auto", minHeight: "0", fontFamily: "var(--mono)", lineHeight: "1.5", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)", padding: "0.5rem 0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--sunk)", color: "var(--soft)", border: "none" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  ".cm-activeLineGutter": { backgroundColor: "var(--sunk)", color: "var(--ink)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { background: "var(--half-back)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "transparent", boxShadow: "inset 0 0 0 1px var(--soft)" },
  ".cm-panels": { backgroundColor: "var(--sunk)", color: "var(--ink)" },
  ".cm-panels-bottom": { borderTop: "1px solid var(--soft)" },
  ".cm-placeholder": { color: "var(--soft)" },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword], color: "var(--link)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--seal-text)" },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: "var(--soft)" },
  { tag: tags.heading, fontWeight: "700" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strong, fontWeight: "700" },
]);

/** Typing over a selection. Left to itself a browser keeps the look of what was selected in a style
    attribute, which the content policy forbids. */
const typeOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== "insertText" || event.data === null || view.composing || view.state.selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
    event.preventDefault();
    return true;
  },
});

/** So many pixels higher the strip may become by what it says once the program has run. */
const STRIP_GROWS = 72;

/** On a phone the strip stays in sight at the bottom and lies over the editor: the line that is written stays above it. */
const aboveTheStrip = EditorView.scrollMargins.of((view) => {
  const own = view.dom.getBoundingClientRect();
  const heights = [...document.querySelectorAll(".now, .act")].map((bar) => {
    const { top, bottom, height } = bar.getBoundingClientRect();
    const lies = getComputedStyle(bar).position === "sticky" && top < own.bottom && bottom > own.top;
    return lies ? height + STRIP_GROWS : 0;
  });
  return { bottom: Math.max(0, ...heights) };
});

/** Keys that come before all others. */
const foremost = new Compartment();

/** Escape, then Tab leaves the editor, whatever else Escape does there and however long Tab takes to come. */
const leave = EditorView.domEventObservers({
  keydown(event, view) {
    if (event.key === "Escape") view.setTabFocusMode(true);
    else if (event.key !== "Tab" && event.key !== "Shift") view.setTabFocusMode(false);
  },
  blur(_, view) {
    view.setTabFocusMode(false);
  },
});

/** Lets the extension `keys` have the keys of an editor first; `[]` takes it away again. */
export function useKeys(view, keys) {
  view.dispatch({ effects: foremost.reconfigure(keys) });
}

/** Puts an editor in the place of `field`, whose value and selection follow what happens in it. */
export function mount(field, { language, label, description }) {
  const host = document.createElement("div");
  host.className = "editor";
  // In a shadow root the styles of CodeMirror are sheets made by script, which the content policy of
  // the pages lets through; a style element it would not.
  const root = host.attachShadow({ mode: "open" });
  const told = document.createElement("p");
  told.id = "description";
  told.hidden = true;
  told.textContent = description;
  root.append(told);
  const wraps = language === "markdown";
  const reflect = EditorView.updateListener.of((update) => {
    if (update.docChanged) field.value = update.state.doc.toString();
    if (update.docChanged || update.selectionSet) {
      const { from, to } = update.state.selection.main;
      field.setSelectionRange(from, to);
      field.dispatchEvent(new Event("select", { bubbles: true }));
    }
    if (update.docChanged) field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const text = field.value.replace(/\r\n?/g, "\n");
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      selection: { anchor: Math.min(field.selectionStart, text.length), head: Math.min(field.selectionEnd, text.length) },
      extensions: [
        Prec.highest(foremost.of([])), leave,
        lineNumbers(), highlightSpecialChars(), history(), drawSelection(), bracketMatching(), highlightActiveLine(),
        wraps ? markdown : [pythonLanguage, indentOnInput()],
        // One space is the shortest indentation there is.
        indentUnit.of(wraps ? "  " : " "),
        EditorState.tabSize.of(4),
        syntaxHighlighting(colours), look,
        wraps ? EditorView.lineWrapping : [],
        placeholder(field.placeholder),
        EditorView.contentAttributes.of({
          "aria-label": label, "aria-describedby": told.id, autocapitalize: "off", autocorrect: "off", spellcheck: "false",
        }),
        // Ctrl+Enter belongs to the form.
        keymap.of([...defaultKeymap.filter((binding) => binding.key !== "Mod-Enter"), ...historyKeymap, indentWithTab]),
        typeOver, aboveTheStrip, reflect,
      ],
    }),
  });
  field.after(host);
  const focused = document.activeElement === field;
  field.hidden = true;
  field.addEventListener("sync", () => {
    if (field.value === view.state.doc.toString()) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: field.value } });
  });
  field.focus = () => view.focus();
  document.querySelector(`label[for="${field.id}"]`)?.addEventListener("click", () => view.focus());
  if (focused) view.focus();
  return view;
}
