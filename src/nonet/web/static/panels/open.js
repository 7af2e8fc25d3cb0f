// In: any text or link, a file, or an empty grid, in a dialog; what is pasted anywhere, or dropped on the page.

import { button, h, labelled } from "../dom.js";
import { words } from "../words.en.js";
import { dialogOf } from "./settings.js";

/** @param {import("../app.js").App} app */
export function openerOf(app) {
  const labels = words.open;
  /** Closes the dialog, if it is open; else there is none. @type {(notes?: string[]) => void} */
  let done = () => {};

  function dialog() {
    const text = h("textarea", { rows: 6, spellcheck: "false", placeholder: labels.placeholder }),
      file = h("input", { type: "file", onchange: () => file.files?.[0] && take(file.files[0]) }),
      notes = h("div", { class: "answer" });
    const shown = dialogOf("open", labels.title, [
      labelled(labels.paste, text),
      h("div", { class: "row" }, button(labels.open, () => open(text.value), { class: "main" }), labelled(labels.file, file)),
      notes,
      h("h3", {}, labels.newTitle),
      h("div", { class: "row" }, ...labels.sizes.map(([name, grid]) => button(name, () => blank(grid)))),
    ]);
    if (!shown) return;
    text.focus();
    done = (left = []) => {
      if (!left.length) return shown.close();
      notes.replaceChildren(h("p", {}, app.status()), h("ul", {}, ...left.map(note => h("li", {}, note)))); // what was left out is read here
    };
    shown.addEventListener("close", () => (done = () => {}));
  }
  /** An empty grid: to be set, where one does not ask about it. @param {object} grid */
  async function blank(grid) {
    if (!(await app.openDocument({ nonet: "puzzle", version: 1, ...grid }, { kind: app.place() === "ask" ? "question" : "draft" }))) return;
    app.say(labels.blank);
    done();
  }
  /** @param {File} chosen */
  async function take(chosen) {
    if (chosen.size > labels.most) app.say(labels.large);
    else open(await chosen.text());
  }
  /** @param {string} given */
  async function open(given) {
    if (!given.trim()) return app.say(labels.empty);
    const [, place = "play", ref] = /#(?:\/(\w+)\/)?([cpt]=[^\s<>"'?]+)/.exec(given) ?? []; // a link of this page's, from here or elsewhere
    if (ref) {
      const here = app.place();
      if (!(await app.visit({ place: here === "set" || here === "ask" ? here : place, rest: [ref] }))) return;
      app.say(labels.opened(""));
      return done();
    }
    const result = await app.ask({ do: "read", text: given, puzzle: undefined });
    if (!result) {
      const why = app.status();
      if (why !== words.app.cancelled) app.say(labels.unread(why));
      return;
    }
    if (!(await app.openDocument(result.puzzle))) return;
    app.say([labels.opened(result.format), ...(result.notes ?? [])].join(" "));
    done(result.notes);
  }
  /** @param {DataTransfer | null} given @returns {boolean} whether it has anything */
  function takeFrom(given) {
    const [file] = given?.files ?? [],
      text = given?.getData("text/plain") ?? "";
    if (file) take(file);
    else if (text.trim()) open(text);
    return Boolean(file || text);
  }
  document.addEventListener("paste", ({ target, clipboardData }) => {
    if (target instanceof Element && target.closest("input, textarea, select, dialog, .editor")) return;
    takeFrom(clipboardData);
  });
  window.addEventListener("dragover", event => {
    if (event.dataTransfer?.types.some(type => type === "Files" || type === "text/plain")) event.preventDefault();
  });
  window.addEventListener("drop", event => takeFrom(event.dataTransfer) && event.preventDefault());

  return { open: dialog };
}
