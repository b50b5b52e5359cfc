// The editor of an exercise: CodeMirror 6 with Python. README.md says how static/codemirror.js is made of it.
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightSpecialChars, keymap } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

// Escape, then Tab, leaves it: CodeMirror's own way out. `changed` is told each text, `run` is Ctrl-Enter's.
globalThis.dplearnEditor = (parent, { text, from, to, attributes, changed, run }) => {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      selection: { anchor: Math.min(from, text.length), head: Math.min(to, text.length) },
      extensions: [
        keymap.of([{ key: "Mod-Enter", run }, { key: "Shift-Enter", run }, ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        history(), drawSelection(), highlightSpecialChars(), bracketMatching(), closeBrackets(), indentOnInput(), indentUnit.of("    "),
        python(), syntaxHighlighting(classHighlighter),
        EditorView.lineWrapping, EditorView.contentAttributes.of(attributes),
        EditorView.updateListener.of((update) => { if (update.docChanged) changed(view.state.doc.toString()); }),
      ],
    }),
  });
  return {
    focus: () => view.focus(),
    write: (words) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: words } }),
  };
};
