// Drills of a technique: positions in which it is to be found; the learner touches a candidate that it removes or
// places, is told at once, and sees how many answers were right.
//
//     const drill = drillPanel(app); drill.begin("x-wing"); drill.score("x-wing"); // { right: 3, tried: 4 }

import { button, h, labelled, more, options, row } from "../dom.js";
import { valueAtPoint } from "../grid/marks.js";
import { docOf } from "../state.js";
import { words } from "../words.course.en.js";

/** @param {import("../app.js").App} app */
export function drillPanel(app) {
  const { page } = app,
    labels = words.drill;
  const title = h("h2"),
    count = h("p", { class: "told" }),
    task = h("p"),
    feedback = h("p", { class: "answer", "aria-live": "polite" }),
    value = h("select");
  const next = button(labels.next, () => go(drill.technique, number + 1), { class: "main" }),
    show = button(labels.show, give);
  const keys = more(
    labels.keys,
    row(labelled(labels.value, value), button(labels.answer, () => answer(page.state.cursor, Number(value.value)))),
  );
  const element = h(
    "section",
    { class: "card", hidden: true, "aria-label": labels.card },
    title,
    task,
    feedback,
    row(next, show, button(labels.stop, stop, { class: "quiet" })),
    count,
    keys,
  );
  /** The drill that is open. @type {any} */
  let drill = null;
  /** What was opened for it. @type {object | null} */
  let clues = null;
  let missed = 0,
    over = false,
    number = 0;
  /** @returns {Record<string, { right: number, tried: number }>} */
  const scores = () => app.keep.get("drills", {});

  /** @param {string} key */
  const score = key => scores()[key] ?? { right: 0, tried: 0 };

  /** @param {string} key */
  function begin(key) {
    go(key, Math.floor(Math.random() * 1e9));
  }
  /** To a position, which has an address. @param {string} key @param {number} position */
  const go = (key, position) => app.visit({ place: "drill", rest: [key, String(position)] });
  /** @param {string} key @param {number} position */
  async function open(key, position) {
    number = position;
    const turn = app.turn(),
      drawn = await app.ask({ do: "drill", technique: key, number, puzzle: undefined });
    if (turn !== app.turn()) {
      if (number === position) number = 0; // one has gone on meanwhile: to come back opens it
      return;
    }
    if (!drawn || !(await app.openDocument(drawn.puzzle, { kind: "drill", view: { rest: [key, String(position)] } }))) return;
    [drill, number] = [drawn, position];
    clues = docOf(page.state).clues;
    [missed, over] = [0, false];
    title.textContent = labels.title(drill.title);
    task.hidden = false;
    task.textContent = labels.task(drill);
    feedback.textContent = "";
    value.replaceChildren(...options(page.state.geometry.values.map((each, index) => [String(each), page.state.geometry.symbols[index]])));
    element.hidden = false;
    count.textContent = labels.count(score(drill.technique));
    show.hidden = false;
    ask();
  }
  /** Show the candidates, and let the next touch be an answer. */
  function ask() {
    page.do("layer", { layer: { candidates: drill.steps[0].candidates } });
    app.hand = {
      down(cell, at) {
        const touched = valueAtPoint(page.state.geometry, at);
        page.do("select", { cell });
        if (touched !== undefined) answer(cell, touched);
        return true;
      },
    };
  }
  /** @param {string} cell @param {number} touched */
  function answer(cell, touched) {
    if (!drill || over) return;
    const moves = (/** @type {any} */ step) => (drill.places ? step.placements : step.eliminations);
    const step = drill.steps.find((/** @type {any} */ each) => moves(each).some((/** @type {any} */ [name, digit]) => name === cell && digit === touched));
    const open = drill.steps[0].candidates[cell]?.includes(touched);
    if (step) return end(step, missed === 0, `${labels.right} ${step.words[2]}`);
    if (!open) return tell(labels.empty);
    missed += 1;
    const symbol = page.state.geometry.symbols[page.state.geometry.values.indexOf(touched)];
    tell(`${labels.wrong(drill, symbol, cell)} ${missed > 1 ? drill.steps[0].look + "." : ""}`);
  }
  function give() {
    if (drill && !over) end(drill.steps[0], false, drill.steps[0].words[2]);
  }
  /** @param {any} step @param {boolean} right whether at the first try @param {string} text */
  function end(step, right, text) {
    over = true;
    app.hand = null;
    task.hidden = true; // on a phone the answer takes its place
    const { right: before, tried } = score(drill.technique);
    app.keep.set("drills", { ...scores(), [drill.technique]: { right: before + Number(right), tried: tried + 1 } });
    page.do("layer", { layer: { under: step.under, over: step.over, candidates: step.candidates, cells: step.place } });
    count.textContent = labels.count(score(drill.technique));
    show.hidden = true;
    tell(text);
  }
  /** @param {string} text */
  function tell(text) {
    feedback.textContent = text;
    app.say(text);
  }
  function stop() {
    if (!drill) return;
    drill = null;
    element.hidden = true;
    app.go("learn");
  }
  return /** @satisfies {import("../app.js").Panel & Record<string, any>} */ ({
    id: "drill",
    element,
    begin,
    score,
    /** @param {string[]} rest of the address: a technique, and which of its positions */
    visit: ([key, position]) => key && (drill?.technique !== key || number !== Number(position)) && open(key, Number(position) || 1),
    /** Another puzzle was opened. */
    clear() {
      if (drill && docOf(page.state).clues !== clues) {
        drill = null;
        element.hidden = true;
        app.hand = null;
      }
    },
    /** What a touch means, and what is drawn, goes with the tab and comes back with it. */
    seen(on) {
      if (!drill || over) return;
      if (on) return ask();
      app.hand = null;
      page.do("layer", { layer: null });
    },
  });
}
