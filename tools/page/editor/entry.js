// What the page takes of CodeMirror: an editor of Python, without the parts that nobody here needs.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { StreamLanguage, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { python } from "@codemirror/legacy-modes/mode/python";
import { EditorView, drawSelection, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

/** An editor of Python. `name` is what it is called; `changed` is told of each change. */
export function editorOf(parent, text, name, changed) {
  return new EditorView({
    parent,
    doc: text,
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      indentUnit.of("    "),
      StreamLanguage.define(python),
      syntaxHighlighting(classHighlighter),
      keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
      EditorView.contentAttributes.of({ "aria-label": name }),
      EditorView.updateListener.of(update => update.docChanged && changed(update.state.doc.toString())),
    ],
  });
}
