// What vim.js and the packages in it import of those in editor.js; there is one copy of them.
export { cursorCharBackward, cursorCharLeft, cursorLineBoundaryBackward, cursorLineBoundaryForward, indentLess, indentMore, indentSelection, insertNewlineAndIndent, redo, toggleLineComment, undo } from "@codemirror/commands";
export { StringStream, ensureSyntaxTree, foldCode, indentUnit, matchBrackets } from "@codemirror/language";
export { CharCategory, EditorSelection, EditorState, Facet, MapMode, Prec, RangeSetBuilder, StateEffect, StateField, codePointAt, codePointSize, combineConfig, findClusterBreak, fromCodePoint } from "@codemirror/state";
export { Decoration, Direction, EditorView, ViewPlugin, getDialog, getDrawSelectionConfig, getPanel, runScopeHandlers, showDialog, showPanel } from "@codemirror/view";
