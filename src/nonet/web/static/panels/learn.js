// Exercises, edited and graded here, and ways to the pages that teach.

import { button, h, labelled, options, s } from "../dom.js";
import { drawn } from "../grid/decorations.js";
import { coursePart } from "./course.js";
import { drillPanel } from "./drill.js";
import { exerciseCard } from "./exercise.js";
import { elementsOf } from "../markdown.js";
import { words as courseWords } from "../words.course.en.js";
import { words } from "../words.en.js";

/** @param {import("../app.js").App} app */
export function learnPanel(app) {
  const labels = words.learn,
    course = coursePart(app, on => {
      others.hidden = on;
    }),
    card = exerciseCard(app),
    drill = drillPanel(app),
    exercise = h("select", { onchange: () => card.open(exercise.value) }),
    own = h("input", { type: "file", accept: ".md,text/markdown", onchange: openOwn });
  const exercises = h(
    "div",
    { hidden: true },
    h("h2", {}, labels.exercises),
    h("div", { class: "row" }, labelled(labels.exercise, exercise), labelled(labels.own, own)),
    card.element,
  );
  const pages = labels.pages.flatMap(([title, page, what]) => {
    const href = app.docs(page);
    return href ? [h("li", {}, h("a", { href }, title), " ", what)] : [];
  });
  const techniques = h("div", { class: "techniques" });
  const lessons = h("div", { hidden: true }, h("h2", {}, labels.lessons), techniques);
  const others = h("div", {}, lessons, exercises, pages.length ? h("ul", {}, pages) : null);
  const element = h("div", {}, course.element, others);

  /** A teacher's exercise, from the file that was chosen. */
  async function openOwn() {
    const [file] = own.files ?? [];
    if (!file) return;
    exercise.value = "";
    const title = await card.open("", await file.text());
    if (title) app.say(labels.opened(title));
    own.value = "";
  }

  /** A technique, folded: what it is, and a position to find it in, once it is opened. @param {any} each */
  function techniqueEntry(each) {
    const lesson = h("div", { class: "lesson" });
    const entry = h("details", {}, h("summary", {}, each.title), lesson);
    entry.addEventListener("toggle", () => {
      if (!(/** @type {HTMLDetailsElement} */ (entry).open) || lesson.childElementCount) return;
      // quietly, so that one opened after another does not cancel it
      app.quietly(`lesson ${each.key}`, () => ({ do: "lesson", technique: each.key, puzzle: undefined }), tell);
    });
    /** @param {any} answer */
    function tell(answer) {
      if (!answer) return;
      const names = labels.facts(answer);
      lesson.replaceChildren(
        ...elementsOf(answer.about),
        names ? h("p", { class: "told" }, names) : "",
        answer.picture ? pictureOf(answer) : "",
        answer.drills ? h("p", { class: "row" }, button(courseWords.drill.begin, () => drill.begin(answer.technique)), h("span", { class: "told" }, scoreOf(answer.technique))) : "",
        answer.puzzle
          ? button(labels.open, async () => {
              if (!(await app.openDocument(answer.puzzle, { kind: "game" }))) return;
              app.practise(answer.technique);
              app.say(labels.find(answer.title));
            })
          : h("p", {}, labels.without),
      );
    }
    return h("li", {}, entry);
  }
  /** @param {string} key */
  function scoreOf(key) {
    const score = drill.score(key);
    return score.tried ? courseWords.drill.count(score) : "";
  }
  /** Lists of techniques under the values of a field, in the order of their first. @param {any[]} every @param {"level" | "family"} field */
  function grouped(every, field) {
    return [...new Set(every.map(each => each[field]))].flatMap(name => [
      h("h3", {}, name),
      h("ul", {}, every.filter(each => each[field] === name).map(techniqueEntry)),
    ]);
  }
  /** @param {any[]} every */
  function listTechniques(every) {
    const order = ["Easy", "Medium", "Hard", "Unfair", "Extreme"],
      common = every.filter(each => each.common).sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level)),
      rest = every.filter(each => !each.common);
    techniques.replaceChildren(
      h("p", {}, labels.levels),
      ...grouped(common, "level"),
      h("details", {}, h("summary", {}, labels.rest(rest.length)), ...grouped(rest, "family")),
    );
  }
  return {
    id: "learn",
    element,
    /** @param {string[]} rest of the address: a lesson by its name, or all of them */
    visit: ([part, name]) => (part === "lesson" && name ? course.open(name) : course.close()),
    press: course.press,
    drill,
    /** @param {boolean} on */
    seen: on => (on ? course.seen() : course.halt()),
    /** @param {any} about */
    ready(about) {
      const taught = about.techniques ?? [];
      lessons.hidden = !taught.length;
      listTechniques(taught);
      const names = about.exercises ?? [];
      exercises.hidden = !names.length;
      exercise.replaceChildren(...options([["", labels.choose], ...names.map((/** @type {any} */ each) => [each.name, each.title])]));
    },
  };
}

/** The example with its step drawn, and what it says. @param {any} lesson */
function pictureOf({ title, picture }) {
  return h(
    "figure",
    { class: "technique-picture" },
    s("svg", { viewBox: picture.box, role: "img", "aria-label": title }, ...drawn(picture.svg)),
    h("figcaption", {}, picture.sentence),
  );
}
