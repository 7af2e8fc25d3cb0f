// What the page takes of CodeMirror: an editor of Python, without the parts that nobody here needs.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { StreamLanguage, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { python } from "@codemirror/legacy-modes/mode/python";
import { EditorView, drawSelection, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

const LOOKS = {
  "&": { height: "calc(var(--rows) * 1.4rem + 8px)", background: "var(--raised)", color: "var(--ink)", fontSize: ".85rem", border: "1px solid var(--edge)", borderRadius: "8px" },
  "&.cm-focused": { outline: "3px solid var(--accent)" },
  ".cm-scroller": { fontFamily: 'ui-monospace, "Liberation Mono", monospace' },
  ".cm-gutters": { background: "var(--page)", color: "var(--soft)", borderColor: "var(--edge)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "& .cm-selectionLayer .cm-selectionBackground": { background: "var(--pick) !important" },
  ".cm-matchingBracket": { background: "var(--lit) !important" },
  ".tok-keyword": { color: "var(--accent)", fontWeight: "600" },
  ".tok-string, .tok-string2": { color: "var(--good)" },
  ".tok-comment": { color: "var(--soft)", fontStyle: "italic" },
  ".tok-number, .tok-bool": { color: "var(--gold)" },
};

/** An editor of Python. `name` is what it is called; `changed` is told of each change. */
export function editorOf(parent, text, name, changed) {
  return new EditorView({
    parent,
    doc: text,
    extensions: [
      EditorView.theme(LOOKS),
      lineNumbers(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      indentUnit.of("    "),
      StreamLanguage.define(python),
      syntaxHighlighting(classHighlighter),
      keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
      EditorView.contentAttributes.of({ "aria-label": name, tabindex: "0" }),
      EditorView.updateListener.of(update => update.docChanged && changed(update.state.doc.toString())),
    ],
  });
}
