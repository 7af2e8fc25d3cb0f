// To forget what was done here: it is asked for, said what goes, and can be taken back.

import { button, h } from "../dom.js";
import { words } from "../words.en.js";
import { dialogOf } from "./settings.js";

/** @param {import("../app.js").App} app @param {() => void} then shows what is left */
export function askToForget(app, then) {
  const labels = words.forget,
    { work, keep } = app,
    drills = Object.values(keep.get("drills", /** @type {Record<string, { tried: number }>} */ ({})));
  const what = labels.what({
    solved: work.records().length,
    games: work.games().length,
    drafts: work.of("draft").length,
    lessons: Object.keys(keep.get("lessons", {})).length,
    drills: drills.reduce((sum, { tried }) => sum + tried, 0),
  });
  const dialog = dialogOf("forget", labels.title, [
    h("p", labels.about),
    h("ul", ...what.map(line => h("li", line))),
    h("p", labels.stays),
    button(labels.go, go, { class: "main" }),
  ]);
  function go() {
    const back = app.forget();
    dialog?.close();
    then();
    const undo = button(labels.undo, () => {
      back();
      then();
      app.say(labels.undone);
    });
    app.say(labels.done, undo);
  }
}
