// Exercises, edited and graded here, and ways to the pages that teach.

import { button, h, labelled, options } from "../dom.js";
import { coursePart } from "./course.js";
import { exerciseCard } from "./exercise.js";
import { elementsOf } from "../markdown.js";
import { words } from "../words.en.js";

/** @param {import("../app.js").App} app */
export function learnPanel(app) {
  const told = words.learn,
    course = coursePart(app, on => {
      others.hidden = on;
    }),
    card = exerciseCard(app),
    exercise = h("select", { onchange: () => card.open(exercise.value) });
  const exercises = h(
    "div",
    { hidden: true },
    h("h2", {}, told.exercises),
    labelled(told.exercise, exercise),
    card.element,
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
  const others = h("div", {}, lessons, exercises, pages.length ? h("ul", {}, pages) : null);
  const element = h(
    "div",
    {},
    course.element,
    others,
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
  return {
    id: "learn",
    title: told.title,
    element,
    /** Open the lesson of a link's fragment. @param {string} fragment @returns {Promise<boolean>} whether it is a lesson's */
    async follow(fragment) {
      if (!fragment.startsWith("#lesson=")) return false;
      app.go("learn");
      await course.open(fragment.slice("#lesson=".length));
      return true;
    },
    press: course.press,
    /** @param {boolean} on */
    seen: on => (on ? course.seen() : course.halt()),
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
