// An exercise: its task, its hints, an editor, and the checks of Python's graders.
//
//     const card = exerciseCard(app, { passed: name => mark(name) }); place.append(card.element); await card.open("count-right");
//     await card.open("", fileText) opens a teacher's own, and gives its title.

import { button, h, row } from "../dom.js";
import { codeEditor } from "../editor.js";
import { elementsOf } from "../markdown.js";
import { words } from "../words.en.js";

/** @param {import("../app.js").App} app @param {{ passed?: (name: string) => void, rows?: number }} [given] */
export function exerciseCard(app, { passed, rows = 14 } = {}) {
  const labels = words.learn,
    task = h("div", { class: "task" });
  const code = h("textarea", { rows, spellcheck: "false", class: "code", "aria-label": labels.code }),
    result = h("div", { class: "answer", "aria-live": "polite" }),
    ours = button(labels.ours, () => fill("ours")),
    check = button(labels.grade, grade, { class: "main" }),
    place = h("p", { class: "told where" });
  const editor = h(
    "div",
    { hidden: true },
    h("p", { class: "field", "aria-hidden": "true" }, labels.code),
    code,
    h("p", { class: "told" }, labels.leave),
    row(check, button(labels.again, () => (current.line ? fill("anew") : begin(true))), ours),
    place,
    result,
  );
  let isEditor = false;
  /** @type {any} */
  let current = null;
  /** How the engine is told which it is. @type {{ name: string } | { file: string }} */
  let which = { name: "" };

  /** @param {string} name @param {string} [file] the text of a teacher's exercise, in place of a name @returns {Promise<string>} its title */
  async function open(name, file) {
    which = file ? { file } : { name };
    // the parts of the learner's solver are one file
    const solver = name.startsWith("solver-") ? app.keep.get("exercise:solver.py", "") : undefined;
    current = name || file ? await app.ask({ do: "exercise", ...which, code: solver, puzzle: undefined }) : null;
    ours.hidden = !current?.line;
    editor.hidden = !current;
    check.disabled = !app.programs.run;
    place.textContent = app.programs.where;
    task.replaceChildren(
      ...(current
        ? [
            h("h3", current.title),
            ...elementsOf(current.task),
            ...current.hints.map((/** @type {string} */ hint, /** @type {number} */ index) =>
              h("details", h("summary", `${labels.hint} ${index + 1}`), ...elementsOf(hint)),
            ),
          ]
        : []),
    );
    if (current) begin(false);
    if (current && !isEditor) {
      isEditor = true;
      codeEditor(code, labels.code);
    }
    return current?.title ?? "";
  }
  /** @param {boolean} anew */
  function begin(anew) {
    code.value = anew || current.line ? current.code : app.keep.get(`exercise:${current.name}`, current.code);
    code.scrollTop = (code.scrollHeight * (current.line ?? 0)) / code.value.split("\n").length;
    result.replaceChildren();
  }
  /** Put a part into the learner's solver. @param {"anew" | "ours"} part */
  async function fill(part) {
    current = (await app.ask({ do: "exercise", ...which, code: code.value, part, puzzle: undefined })) ?? current;
    begin(true);
  }
  async function grade() {
    if (!current) return;
    const { name } = current;
    app.keep.set(`exercise:${current.line ? current.file : name}`, code.value);
    const answer = await limited(() => app.ask({ do: "grade", ...which, code: code.value, puzzle: undefined }));
    if (!answer) return;
    if (answer.passed) passed?.(name);
    result.replaceChildren(
      h("p", { class: answer.passed ? "verdict unique" : "verdict none" }, answer.passed ? labels.passed : labels.notyet),
      h(
        "ul",
        (answer.checks ?? []).map((/** @type {any} */ check) =>
          h("li", `${check.passed ? "✓" : "✗"} ${check.words}`, check.message ? `: ${check.message}` : ""),
        ),
      ),
    );
  }
  /** Run a learner's program: it can be stopped, and is after a time. @param {() => Promise<any>} run */
  async function limited(run) {
    const { limit } = app.settings(),
      running = h("span", { class: "told" }, labels.running(limit)),
      stop = button(labels.stop, () => end(labels.stopped), { class: "main stop" });
    let why = "",
      timer = 0;
    const end = (/** @type {string} */ text) => {
        why = text;
        app.cancel();
      },
      begin = () => {
        clearTimeout(timer);
        timer = window.setTimeout(() => end(labels.endless(limit)), 1000 * limit);
      };
    begin();
    window.addEventListener("nonet-load", begin); // the time in which Python is fetched is not the program's
    check.disabled = true;
    result.replaceChildren(h("p", { class: "row" }, stop, running));
    const answer = await run();
    clearTimeout(timer);
    window.removeEventListener("nonet-load", begin);
    check.disabled = !app.programs.run;
    if (!answer) result.replaceChildren(h("p", why || app.status()));
    return answer;
  }
  return { element: h("div", task, editor), open };
}
