// A code editor in place of a plain field: CodeMirror, fetched when the first program is to be written.  Until it is
// there, and where it cannot be had, one writes in the field; its `value` is the program in either case.
//
//     const field = h("textarea", {}); await codeEditor(field, "Your program"); field.value = "x = 1";

/** @typedef {{ state: { doc: { toString: () => string, length: number } }, dispatch: (change: object) => void, dom: HTMLElement }} View */

/** @param {HTMLTextAreaElement} field @param {string} name  what who listens hears */
export async function codeEditor(field, name) {
  /** @type {{ editorOf: (parent: HTMLElement, text: string, name: string, changed: (text: string) => void) => View }} */
  let codemirror;
  try {
    codemirror = await import(String(new URL("./vendor/codemirror.js", import.meta.url)));
  } catch {
    return; // the field itself is there
  }
  const place = document.createElement("div"),
    own = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value"));
  place.className = "editor";
  place.style.setProperty("--rows", String(field.rows));
  // its styles are adopted by a tree of its own: the page's policy lets no script write a style into the page's
  const inside = place.attachShadow({ mode: "open" }).appendChild(document.createElement("div"));
  const view = codemirror.editorOf(inside, field.value, name, text => own.set?.call(field, text));
  Object.defineProperty(field, "value", {
    get: () => own.get?.call(field),
    set: text => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
  });
  field.hidden = true;
  field.after(place);
}
