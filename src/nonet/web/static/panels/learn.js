// Exercises, edited and graded here, and ways to the pages that teach.

import { button, h, labelled, options, row, s } from "../dom.js";
import { drawn } from "../grid/decorations.js";
import { coursePart } from "./course.js";
import { drillPanel } from "./drill.js";
import { exerciseCard } from "./exercise.js";
import { elementsOf } from "../markdown.js";
import { hashOf } from "../routes.js";
import { words as courseWords } from "../words.course.en.js";
import { words } from "../words.en.js";

/** @param {import("../app.js").App} app */
export function learnPanel(app) {
  const labels = words.learn,
    course = coursePart(app, on => {
      exercises.hidden = ways.hidden = pages.hidden = on;
    }),
    card = exerciseCard(app),
    drill = drillPanel(app),
    exercise = h("select", { onchange: () => card.open(exercise.value) }),
    own = h("input", { type: "file", accept: ".md,text/markdown", onchange: openOwn });
  const exercises = h(
    "div",
    { hidden: true },
    h("h2", labels.exercises),
    row(labelled(labels.exercise, exercise), labelled(labels.own, own)),
    card.element,
  );
  const links = labels.pages.flatMap(([title, page, what]) => {
    const href = app.docs(page);
    return href ? [h("li", h("a", { href }, title), " ", what)] : [];
  });
  const pages = h("ul", links),
    techniques = h("div", { class: "techniques" }),
    players = h("div", h("h1", labels.players), techniques),
    programmers = h("div", course.element, exercises, pages);
  const doors = Object.fromEntries(
    [["players", labels.door.players], ["course", labels.door.course]].map(([name, text]) => [name, h("a", { href: hashOf({ place: "learn", rest: [name] }) }, text)]),
  );
  const ways = h("nav", { class: "row ways", "aria-label": labels.ways }, ...Object.values(doors));
  const element = h("div", ways, players, programmers);

  /** @param {"players" | "course"} which */
  function turnTo(which) {
    app.keep.set("learn", which);
    players.hidden = which !== "players";
    programmers.hidden = which === "players";
    for (const [name, door] of Object.entries(doors)) door.toggleAttribute("aria-current", name === which);
  }
  /** @param {string[]} rest of the address: one of both doors, a lesson or a technique by its name */
  async function visit([part = app.keep.get("learn", "players"), name = ""]) {
    turnTo(part === "course" || part === "lesson" ? "course" : "players");
    if (part === "lesson" && name) return course.open(name);
    course.close();
    if (part !== "technique") return;
    const entry = /** @type {HTMLDetailsElement | null} */ (techniques.querySelector(`[data-technique="${CSS.escape(name)}"]`));
    for (let each = entry; each; each = each.parentElement?.closest("details") ?? null) each.open = true;
    entry?.scrollIntoView();
  }

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
    const entry = h("details", { "data-technique": each.key }, h("summary", each.title), lesson);
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
          : h("p", labels.without),
      );
    }
    return h("li", entry);
  }
  /** @param {string} key */
  function scoreOf(key) {
    const score = drill.score(key);
    return score.tried ? courseWords.drill.count(score) : "";
  }
  /** Lists of techniques under the values of a field, in the order of their first. @param {any[]} every @param {"level" | "family"} field */
  function grouped(every, field) {
    return [...new Set(every.map(each => each[field]))].flatMap(name => [
      h("h2", name),
      h("ul", every.filter(each => each[field] === name).map(techniqueEntry)),
    ]);
  }
  /** @param {any[]} every */
  function listTechniques(every) {
    const order = ["Easy", "Medium", "Hard", "Unfair", "Extreme"],
      common = every.filter(each => each.common).sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level)),
      rest = every.filter(each => !each.common);
    techniques.replaceChildren(
      h("p", labels.levels),
      ...grouped(common, "level"),
      h("details", h("summary", labels.rest(rest.length)), ...grouped(rest, "family")),
    );
  }
  return /** @satisfies {import("../app.js").Panel & Record<string, any>} */ ({
    id: "learn",
    element,
    visit,
    press: course.press,
    drill,
    seen: on => (on ? course.seen() : course.halt()),
    ready(about) {
      const taught = about.techniques ?? [];
      listTechniques(taught);
      if (app.place() === "learn") visit(app.page.state.view.rest); // a technique in the address
      const names = about.exercises ?? [];
      exercises.hidden = !names.length;
      exercise.replaceChildren(...options([["", labels.choose], ...names.map((/** @type {any} */ each) => [each.name, each.title])]));
    },
  });
}

/** The example with its step drawn, and what it says. @param {any} lesson */
function pictureOf({ title, picture }) {
  return h(
    "figure",
    { class: "technique-picture" },
    s("svg", { viewBox: picture.box, role: "img", "aria-label": title }, ...drawn(picture.svg)),
    h("figcaption", picture.sentence),
  );
}
