// The front: what this is, the puzzle of the day, five doors, the games begun, the library, what was solved.

import { clockText } from "../clock.js";
import { button, h, s } from "../dom.js";
import { SIDE, geometryOf, place, plainGeometry } from "../geometry.js";
import { drawn } from "../grid/decorations.js";
import { LEVELS, dayOf, docOfEntry, library, puzzlesOf, puzzlesOfDay, today } from "../library.js";
import { plainOf } from "../opening.js";
import { words } from "../words.en.js";
import { statistics } from "../work.js";
import { askToForget } from "./forget.js";
import { icon } from "./icons.js";

/** @param {import("../app.js").App} app */
export function frontPanel(app) {
  const labels = words.front;
  const daily = h("div", { class: "daily" }),
    games = h("section", { class: "games", "aria-label": labels.games }),
    kinds = h("div", { class: "kinds", role: "group", "aria-label": labels.kinds }),
    list = h("div", {}),
    numbers = h("div", {});
  const shelves = h("section", { class: "shelves", "aria-label": labels.library, tabindex: -1 }, h("h2", {}, labels.library), kinds, list);
  const doors = /** @type {[string, () => void][]} */ ([
    ["play", () => (shelves.scrollIntoView({ behavior: "smooth" }), shelves.focus({ preventScroll: true }))],
    ["solve", () => app.go("ask")],
    ["set", () => app.go("set")],
    ["learn", () => app.visit({ place: "learn", rest: ["players"] })],
    ["course", () => app.visit({ place: "learn", rest: ["course"] })],
  ]);
  const element = h(
    "div",
    { class: "front" },
    h("div", { class: "hero" }, h("div", {}, h("h1", {}, labels.heading), h("p", {}, labels.sentence)), daily),
    h(
      "nav",
      { class: "doors", "aria-label": labels.doors },
      ...doors.map(([name, go]) => {
        const [title, line] = labels.door[/** @type {keyof typeof labels.door} */ (name)];
        return h(
          "button",
          { type: "button", class: "door", onclick: go, "aria-label": title },
          icon(name),
          h("b", {}, title),
          h("span", {}, line),
        );
      }),
    ),
    games,
    shelves,
    numbers,
  );
  let chosen = app.keep.get("shelf", "classic"),
    month = new Date(),
    pictures = Promise.resolve(),
    turn = 0; // of lists: an earlier one that comes later is not shown

  /** @param {import("../state.js").Doc} doc */
  async function play(doc) {
    if (await app.openDoc(doc, { kind: "game" })) app.say(words.play.begin);
  }
  /** The best time of each puzzle that was solved. */
  function times() {
    const best = /** @type {Map<string, number>} */ (new Map());
    for (const { id, seconds } of app.work.records()) best.set(id, Math.min(seconds, best.get(id) ?? Infinity));
    return best;
  }
  const timeOf = (/** @type {number | undefined} */ seconds) => (seconds === undefined ? "" : clockText(seconds));

  /** A card: the grid, the name and the level of a puzzle, and whether it is done. @param {import("../library.js").Entry} entry @param {string} time */
  function card(entry, time) {
    const doc = docOfEntry(entry),
      face = h("span", { class: "face" }, picture(doc));
    watch(face, doc);
    return button("", () => play(doc), { class: `tile game${time ? " solved" : ""}`, "aria-label": labels.tile(entry, time) }, face, [
      h("b", {}, words.library.name(entry)),
      h("span", {}, words.library.hard(entry)),
      time ? h("span", { class: "done" }, `✓ ${time}`) : null,
    ]);
  }
  async function listed() {
    const mine = ++turn,
      best = times(),
      all = (await library()).shelves,
      shelf = all.find(({ variant }) => variant === chosen) ?? all[0],
      entries = await puzzlesOf(shelf);
    if (mine !== turn) return;
    kinds.replaceChildren(
      ...all.map(({ variant, levels }) => {
        const size = Object.values(levels).reduce((sum, each) => sum + each, 0),
          done = [...best.keys()].filter(id => id.replace(/-[a-z]+-\d+$/, "") === variant).length;
        return button(
          words.library.variant(variant),
          () => {
            app.keep.set("shelf", (chosen = variant));
            listed();
          },
          { "aria-pressed": String(variant === shelf?.variant), class: "kind" },
          " ",
          h("small", {}, `${done}/${size}`),
        );
      }),
    );
    list.replaceChildren(
      ...LEVELS.flatMap(level => {
        const of = entries.filter(each => each.level === level),
          done = of.filter(({ id }) => best.has(id)).length;
        return of.length
          ? [
              h("h3", {}, level, " ", h("small", { class: "told" }, labels.of(done, of.length))),
              h("ul", { class: "tiles" }, ...of.map(entry => h("li", {}, card(entry, timeOf(best.get(entry.id)))))),
            ]
          : [];
      }),
    );
  }
  function begun() {
    const recent = app.work.games();
    games.hidden = !recent.length;
    games.replaceChildren(
      h("h2", {}, labels.games),
      h(
        "ul",
        { class: "tiles" },
        ...recent.slice(0, 6).map(({ doc, seconds, done }) => {
          const face = h("span", { class: "face" }, picture(doc));
          watch(face, doc);
          const name = String(doc.puzzle.name ?? "") || (doc.about ? words.library.name(doc.about) : words.app.unnamed);
          return h("li", {}, button("", () => play(doc), { class: "tile game" }, face, h("b", {}, name), h("span", {}, done ? labels.done : labels.so(clockText(seconds)))));
        }),
      ),
    );
  }
  function counted() {
    const { number, kinds: rows, streak } = statistics(app.work.records(), new Date());
    numbers.replaceChildren();
    if (!number) return;
    numbers.append(
      h("h2", {}, labels.statistics),
      h("p", {}, labels.numbers(number, streak)),
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ...labels.columns.map(name => h("th", { scope: "col" }, name)))),
        h(
          "tbody",
          {},
          ...rows.map(([kind, row]) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, words.library.kind(kind)),
              h("td", { class: "number" }, row.number),
              h("td", { class: "number" }, clockText(row.best)),
              h("td", { class: "number" }, clockText(Math.round(row.total / row.number))),
            ),
          ),
        ),
      ),
      button(labels.forget, () => askToForget(app, fill)),
    );
  }
  /** The days of a month, each a way to its puzzle. @param {Map<string, number>} best */
  function calendar(best) {
    const [year, number] = [month.getFullYear(), month.getMonth()],
      first = (new Date(year, number, 1).getDay() + 6) % 7,
      length = new Date(year, number + 1, 0).getDate();
    const turned = (/** @type {number} */ by) => () => {
      month = new Date(year, number + by, 1);
      place.replaceWith(calendar(best));
    };
    const days = Array.from({ length }, (_, index) => {
      const day = dayOf(new Date(year, number, index + 1)),
        time = timeOf(best.get(`daily-${day}`));
      return button(`${index + 1}`, async () => playOf((await puzzlesOfDay(day)).today), {
        disabled: day > today(),
        class: `${time ? "solved" : ""}${day === today() ? " now" : ""}`,
        "aria-label": labels.day(day, time),
      });
    });
    const blanks = Array.from({ length: first }, () => h("span", {}));
    const place = h(
      "div",
      { class: "month" },
      h(
        "div",
        { class: "row between" },
        button("◀", turned(-1), { "aria-label": labels.earlier }),
        h("b", {}, month.toLocaleDateString(labels.month, { month: "long", year: "numeric" })),
        button("▶", turned(1), { "aria-label": labels.later, disabled: dayOf(new Date(year, number + 1, 1)) > today() }),
      ),
      h("div", { class: "days" }, ...blanks, ...days),
    );
    return place;
  }
  /** @param {import("../library.js").Entry | undefined} entry */
  const playOf = entry => entry && play(docOfEntry(entry));
  async function ofToday() {
    const { today: entry, easy } = await puzzlesOfDay(today()),
      best = times(),
      { streak } = statistics(app.work.records(), new Date());
    if (!entry) return daily.replaceChildren();
    const doc = docOfEntry(entry),
      face = h("span", { class: "face" }, picture(doc)),
      open = /** @type {HTMLDetailsElement | null} */ (daily.querySelector("details"))?.open;
    const done = timeOf(best.get(entry.id)),
      easyDone = timeOf(best.get(easy?.id ?? ""));
    watch(face, doc);
    daily.replaceChildren(
      face,
      h(
        "div",
        {},
        h("b", {}, labels.today),
        h("span", {}, `${words.library.variant(entry.variant)} · ${words.library.hard(entry)}`),
        done ? h("span", { class: "done" }, `✓ ${done}`) : null,
        streak ? h("span", { class: "streak" }, labels.streak(streak)) : null,
        button(done ? labels.again : labels.playToday, () => playOf(entry), { class: "main" }),
      ),
      easy ? button(labels.newcomers, () => playOf(easy), { class: "quiet" }, easyDone ? h("span", { class: "done" }, ` ✓ ${easyDone}`) : null) : "",
      h("details", { class: "calendar", open }, h("summary", {}, labels.calendar), calendar(best)),
    );
  }
  /** See to it that a picture shows its rules, once it is in sight. @param {HTMLElement} face @param {import("../state.js").Doc} doc */
  function watch(face, doc) {
    if (plainOf(doc) || !doc.puzzle.rules) return;
    const seen = new IntersectionObserver(async ([{ isIntersecting }]) => {
      if (!isIntersecting) return;
      seen.disconnect();
      // one after the other: a server answers so many at a time
      const answer = await (pictures = pictures.then(() => (face.isConnected ? app.pictureOf(doc) : null)));
      if (answer && face.isConnected) face.replaceChildren(picture(doc, geometryOf(answer)));
    });
    seen.observe(face);
  }
  function fill() {
    ofToday();
    begun();
    counted();
    return listed();
  }
  fill();

  return {
    id: "front",
    element,
    /** @param {boolean} on */
    seen(on) {
      if (!on) return;
      if (app.status() === words.play.begin) app.say("");
      fill();
    },
  };
}

/** A small picture of a puzzle: its rules as they are drawn, its clues, what was entered.
 * @param {import("../state.js").Doc} doc @param {import("../geometry.js").Geometry} [geometry] */
function picture({ puzzle, clues, play }, geometry = plainGeometry(puzzle.size ?? 9, puzzle.box)) {
  const { rows, columns, thin, wall, under, over, margins } = geometry,
    [above, right, below, left] = margins.map(each => each * SIDE);
  const texts = Object.entries({ ...Object.fromEntries(Object.entries(play).map(([cell, { value }]) => [cell, value])), ...clues })
    .filter(([, value]) => value !== undefined)
    .map(([cell, value]) => {
      const [row, column] = place(cell);
      return s(
        "text",
        { x: (column + 0.5) * SIDE, y: (row + 0.72) * SIDE, "font-size": 30, class: clues[cell] ? "given" : "own" },
        String(value),
      );
    });
  const [width, height] = [columns * SIDE, rows * SIDE];
  return s(
    "svg",
    { viewBox: `${-3 - left} ${-3 - above} ${width + left + right + 6} ${height + above + below + 6}`, class: "small grid", "aria-hidden": "true" },
    s("rect", { width, height, class: "back" }),
    s("g", { class: "rules" }, ...drawn(under)),
    s("path", { d: thin, class: "thin" }),
    s("path", { d: wall, class: "wall" }),
    s("g", { class: "rules" }, ...drawn(over)),
    ...texts,
  );
}
