// The course: a map of its lessons, and a lesson with its predictions, its figure and its exercise.  What is done is
// kept in the browser; a lesson has an address, #/learn/lesson/NAME.
//
//     const course = coursePart(app, hideOthers); place.append(course.element); course.seen(); course.open("forward-checking");

import { button, h, labelled, options, row } from "../dom.js";
import { elementsOf } from "../markdown.js";
import { hashOf } from "../routes.js";
import { experimentFigure, runFigure } from "../run/figure.js";
import { words } from "../words.course.en.js";
import { exerciseCard } from "./exercise.js";

/** @param {import("../app.js").App} app @param {(on: boolean) => void} shown told whether a lesson takes the place of all else */
export function coursePart(app, shown) {
  const labels = words.course,
    map = h("div", { class: "course-map" }),
    place = h("article", { class: "lesson-page", hidden: true, tabindex: -1 }),
    element = h("div", { hidden: true }, map, place);
  /** @type {{ parts: string[], lessons: any[] }} */
  let all = { parts: [], lessons: [] };
  /** What is done of each lesson. @returns {Record<string, { read?: boolean, passed?: boolean }>} */
  const done = () => app.keep.get("lessons", {});
  /** @type {{ press: (key: string) => boolean, halt: () => void } | null} */
  let figure = null;
  let turn = 0; // how many lessons were asked for: what an earlier one has still to ask would take this one's place

  /** @param {string} name @param {"read" | "passed"} what */
  function mark(name, what) {
    app.keep.set("lessons", { ...done(), [name]: { ...done()[name], [what]: true } });
    drawMap();
  }
  const isDone = (/** @type {string} */ name) => Boolean(done()[name]?.read && done()[name]?.passed);

  function drawMap() {
    const next = all.lessons.find(each => !isDone(each.name));
    map.replaceChildren(
      h("h1", labels.title),
      h("p", labels.about(all.lessons.length, all.lessons.filter(each => isDone(each.name)).length)),
      next ? button(labels.next(next.title), () => go(next.name), { class: "main" }) : "",
      ...all.parts.map((title, index) => {
        const lessons = all.lessons.filter(each => each.part === index + 1);
        return h(
          "section",
          h("h2", `${index + 1}. ${title}`),
          h(
            "ol",
            { class: "lesson-list", start: lessons[0]?.number },
            lessons.map(each =>
              h(
                "li",
                h("a", { href: addressOf(each.name) }, each.title),
                isDone(each.name) ? h("span", { class: "done" }, ` ✓ ${labels.done}`) : done()[each.name] ? h("span", { class: "told" }, ` ${labels.begun}`) : "",
                h("p", { class: "told" }, each.idea),
                h("p", { class: "told" }, labels.outcome(each.outcome)),
              ),
            ),
          ),
        );
      }),
    );
  }
  const viewOf = (/** @type {string} */ name) => ({ place: "learn", rest: ["lesson", name] }),
    addressOf = (/** @type {string} */ name) => hashOf(viewOf(name)),
    go = (/** @type {string} */ name) => app.visit(viewOf(name));

  /** Links to the lessons that one builds on. @param {string[]} names */
  function needed(names) {
    const links = all.lessons.filter(each => names.includes(each.name)).map(each => h("a", { href: addressOf(each.name) }, each.title));
    return links.length ? [`${labels.needs} `, ...links.flatMap((link, index) => (index ? [", ", link] : [link])), ". "] : [];
  }

  /** The lessons there are. @param {any} course */
  function listed(course) {
    all = course;
    element.hidden = false;
    drawMap();
  }

  /** @param {string} name */
  async function open(name) {
    const mine = ++turn;
    if (!all.lessons.length) listed((await app.ask({ do: "course", puzzle: undefined })) ?? all);
    figure?.halt();
    figure = null;
    const lesson = await app.ask({ do: "study", name, puzzle: undefined });
    if (!lesson) return;
    const at = all.lessons.findIndex(each => each.name === name),
      [before, after] = [all.lessons[at - 1], all.lessons[at + 1]];
    const rest = h("div"),
      cards = lesson.exercises.map((/** @type {string} */ _, /** @type {number} */ at) =>
        exerciseCard(app, { rows: at ? 20 : 12, passed: () => at || mark(name, "passed") }),
      );
    place.replaceChildren(
      h("p", { class: "row" }, button(labels.back, () => app.visit({ place: "learn" }))),
      h("p", { class: "told" }, labels.place(lesson.number, all.lessons.length, all.parts[lesson.part - 1] ?? "")),
      h("h1", lesson.title),
      h("p", { class: "idea" }, lesson.idea),
      h("p", { class: "told" }, ...needed(lesson.needs), labels.outcome(lesson.outcome)),
      rest,
      figureOf(lesson),
      h("h2", labels.exercise),
      ...cards.map((/** @type {any} */ card) => card.element),
      h("p", { class: "row" }, lesson.more.map((/** @type {string} */ each) => button(labels.more(each), () => cards[0].open(each)))),
      h("h2", labels.sources),
      h("ul", lesson.sources.map((/** @type {string} */ each) => h("li", each))),
      h(
        "p",
        { class: "row" },
        button(labels.notebook, () => keep(name)),
        before ? button(labels.before(before.title), () => go(before.name)) : null,
        after ? button(labels.after(after.title), () => go(after.name), { class: "main" }) : null,
      ),
    );
    unfold(lesson.sections, 0, rest, () => mark(name, "read"));
    map.hidden = true;
    place.hidden = false;
    place.focus({ preventScroll: true });
    window.scrollTo(0, 0);
    shown(true);
    for (const [at, each] of lesson.exercises.entries()) if (mine === turn) await cards[at].open(each);
  }
  /** @param {string} name */
  async function keep(name) {
    const notebook = await app.ask({ do: "notebook", name, puzzle: undefined });
    if (notebook) app.save(new Blob([notebook.text], { type: "application/x-ipynb+json" }), notebook.file);
  }
  function close() {
    figure?.halt();
    figure = null;
    place.hidden = true;
    place.replaceChildren();
    map.hidden = false;
    shown(false);
  }

  /** The text up to the next question; what follows comes once the question is answered.
   * @param {any[]} sections @param {number} from @param {HTMLElement} into @param {() => void} ended */
  function unfold(sections, from, into, ended) {
    for (let i = from; i < sections.length; i++) {
      const section = sections[i];
      if ("text" in section) {
        into.append(...elementsOf(section.text));
        continue;
      }
      const feedback = h("p", { class: "answer", "aria-live": "polite" }),
        buttons = section.answers.map((/** @type {any} */ answer) =>
          button(answer.text, event => {
            const chosen = /** @type {HTMLButtonElement} */ (event.currentTarget);
            feedback.textContent = `${answer.right ? labels.right : labels.wrong} ${answer.feedback}`;
            chosen.classList.add(answer.right ? "right" : "wrong");
            if (!answer.right) return (chosen.disabled = true);
            for (const each of buttons) each.disabled = true;
            unfold(sections, i + 1, into, ended);
          }),
        );
      into.append(
        h("section", { class: "question", "aria-label": labels.predict }, h("h2", labels.predict), h("p", section.question), h("div", { class: "answers" }, buttons), feedback),
      );
      return;
    }
    ended();
  }

  /** @param {any} lesson */
  function figureOf(lesson) {
    const { kind, about, choices } = lesson.figure,
      drawing = h("div", { class: "figure-place", "aria-live": "off" }),
      choice = h("select", ...options(choices.map((/** @type {string} */ each, /** @type {number} */ i) => [String(i), each])));
    const begin = button(kind === "run" ? labels.watch : kind === "picture" ? labels.see : labels.run, draw, { class: "main" });
    async function draw() {
      const data = await app.ask({ do: "figure", name: lesson.name, choice: Number(choice.value || 0), puzzle: undefined });
      if (!data || !place.contains(drawing)) return;
      figure?.halt();
      figure = null;
      if (data.kind === "picture") return drawing.replaceChildren(h("img", { src: `data:image/svg+xml,${encodeURIComponent(data.svg.trim())}`, alt: about }));
      if (data.kind === "experiment") return drawing.replaceChildren(experimentFigure(data));
      const drawn = runFigure(data);
      figure = drawn;
      drawing.replaceChildren(drawn.element);
    }
    choice.addEventListener("change", draw);
    return h(
      "section",
      { class: "figure", "aria-label": labels.figure },
      h("h2", labels.figure),
      h("p", about),
      row(choices.length > 1 ? labelled(labels.choice, choice) : null, begin),
      drawing,
    );
  }

  return {
    element,
    open,
    close,
    seen() {
      if (!all.lessons.length) app.quietly("course", () => ({ do: "course", puzzle: undefined }), answer => answer && listed(answer));
    },
    /** @param {KeyboardEvent} event */
    press: event => Boolean(figure && !event.ctrlKey && !event.altKey && !event.metaKey && figure.press(event.key)),
    halt: () => figure?.halt(),
  };
}
