// Exercises, edited and graded here, and ways to the pages that teach.

import { button, h, labelled, options } from "../dom.js";
import { elementsOf } from "../markdown.js";
import { words } from "../words.en.js";

/** @param {import("../app.js").App} app */
export function learnPanel(app) {
  const told = words.learn,
    exercise = h("select", { onchange: open }),
    task = h("div", { class: "task" });
  const code = h("textarea", { rows: 14, spellcheck: "false", class: "code", onkeydown: indent }),
    result = h("div", { class: "answer", "aria-live": "polite" });
  const editor = h(
    "div",
    { hidden: true },
    labelled(told.code, code),
    h(
      "div",
      { class: "row" },
      button(told.grade, grade, { class: "main" }),
      button(told.again, () => begin(true)),
    ),
    result,
  );
  const exercises = h(
    "div",
    { hidden: true },
    h("h2", {}, told.exercises),
    labelled(told.exercise, exercise),
    task,
    editor,
  );
  const pages = told.pages.flatMap(([title, page, what]) => {
    const href = app.docs(page);
    return href ? [h("li", {}, h("a", { href }, title), " ", what)] : [];
  });
  const technique = h("select", { onchange: teach }),
    lesson = h("div", { class: "lesson" });
  const lessons = h(
    "div",
    { hidden: true },
    h("h2", {}, told.lessons),
    labelled(told.technique, technique),
    lesson,
  );
  const element = h(
    "div",
    {},
    h("p", {}, told.about),
    pages.length ? h("ul", {}, pages) : null,
    lessons,
    exercises,
  );

  /** What a technique is, and a position to find it in. */
  async function teach() {
    lesson.replaceChildren();
    if (!technique.value) return;
    const found = await app.ask({ do: "lesson", technique: technique.value, puzzle: undefined });
    if (!found || found.technique !== technique.value) return;
    lesson.replaceChildren(
      h("h3", {}, found.title),
      ...elementsOf(found.about),
      h("p", {}, told.facts(found)),
      found.puzzle
        ? button(told.open, async () => {
            if (!(await app.openDocument(found.puzzle))) return;
            app.practise(found.technique);
            app.say(told.find(found.title));
          })
        : h("p", {}, told.without),
    );
  }
  /** @type {any} */
  let current = null;

  async function open() {
    current = exercise.value
      ? await app.ask({ do: "exercise", name: exercise.value, puzzle: undefined })
      : null;
    editor.hidden = !current;
    task.replaceChildren(
      ...(current
        ? [
            h("h3", {}, current.title),
            ...elementsOf(current.task),
            ...current.hints.map((/** @type {string} */ hint, /** @type {number} */ index) =>
              h("details", {}, h("summary", {}, `${told.hint} ${index + 1}`), ...elementsOf(hint)),
            ),
          ]
        : []),
    );
    if (current) begin(false);
  }
  /** @param {boolean} anew */
  function begin(anew) {
    code.value = anew ? current.code : app.keep.get(`exercise:${current.name}`, current.code);
    result.replaceChildren();
  }
  async function grade() {
    app.keep.set(`exercise:${current.name}`, code.value);
    const answer = await app.ask({ do: "grade", name: current.name, code: code.value, puzzle: undefined });
    if (!answer) {
      result.replaceChildren(h("p", {}, app.said()));
      return;
    }
    const checks = answer.checks ?? [];
    result.replaceChildren(
      h(
        "p",
        { class: answer.passed ? "verdict unique" : "verdict none" },
        answer.passed ? told.passed : told.notyet,
      ),
      h(
        "ul",
        {},
        ...checks.map((/** @type {any} */ check) =>
          h(
            "li",
            {},
            `${check.passed ? "✓" : "✗"} ${check.words}`,
            check.message ? `: ${check.message}` : "",
          ),
        ),
      ),
    );
  }
  /** Tab indents, as in an editor; Escape, then Tab, leaves. @param {KeyboardEvent} event */
  function indent(event) {
    if (event.key === "Escape") {
      code.dataset.leave = "yes";
      return;
    }
    if (event.key !== "Tab" || event.shiftKey || code.dataset.leave) {
      delete code.dataset.leave;
      return;
    }
    event.preventDefault();
    code.setRangeText("    ", code.selectionStart, code.selectionEnd, "end");
  }
  return {
    id: "learn",
    title: told.title,
    element,
    /** @param {any} about */
    ready(about) {
      const taught = about.techniques ?? [];
      lessons.hidden = !taught.length;
      technique.replaceChildren(
        ...options([
          ["", told.choose],
          ...taught.map((/** @type {any} */ each) => [each.key, each.title]),
        ]),
      );
      const names = about.exercises ?? [];
      exercises.hidden = !names.length;
      exercise.replaceChildren(
        ...options([
          ["", told.choose],
          ...names.map((/** @type {any} */ each) =>
            typeof each === "string" ? [each, each] : [each.name, each.title],
          ),
        ]),
      );
    },
  };
}
