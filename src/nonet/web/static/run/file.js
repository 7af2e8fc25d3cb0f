// The file that `nonet trace --to` writes: a run to watch, or two side by side.  Python puts the modules that are
// imported here into it as one script, and the runs as data: the same grid and the same player as on the page.

import { h } from "../dom.js";
import { geometryOf } from "../geometry.js";
import { Grid } from "../grid/grid.js";
import { fresh, store } from "../state.js";
import { SETTINGS } from "../storage.js";
import { words } from "../words.run.en.js";
import { legend } from "./legend.js";
import { player } from "./player.js";

const labels = words.watch;
const root = /** @type {HTMLElement} */ (document.getElementById("runs")),
  data = JSON.parse(document.getElementById("data")?.textContent ?? "");
const runs = data.runs.map(shown);
const together = h("input", { type: "checkbox", checked: true });
let active = runs[0];

if (runs.length > 1) {
  root.classList.add("two");
  root.before(h("label", { class: "flag together" }, together, labels.together));
  activate(active);
}
root.after(legend(), keys());
listen();
for (const run of runs) run.player.begin();

/** A run, its grid and its player. @param {any} run */
function shown(run) {
  const { clues, ...picture } = run.picture,
    geometry = geometryOf(picture);
  const begun = { ...fresh({ puzzle: {}, clues, play: {} }, geometry), selected: new Set() };
  const page = store(begun, (state, before) => grid.show(state, before));
  const board = h("div", { class: "board" }),
    grid = new Grid(board, page.do, () => SETTINGS);
  grid.show(page.state);
  const played = player(run, { layer: layer => page.do("layer", { layer }) });
  const element = h(
    "section",
    { class: "run", "aria-label": labels.run(run.backend) },
    board,
    h("div", {}, h("h2", {}, run.backend), played.element),
  );
  const entry = { element, player: played };
  element.addEventListener("pointerdown", () => activate(entry));
  root.append(element);
  return entry;
}

/** @param {{ element: HTMLElement, player: ReturnType<typeof player> }} run */
function activate(run) {
  active = run;
  for (const each of runs) each.element.classList.toggle("active", each === run && runs.length > 1);
}

function listen() {
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey || !(event.target instanceof Element)) return;
    const arrow = event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End";
    if (event.target.closest("select, summary") || (arrow && event.target.closest("input[type=range]")))
      return;
    if (event.key === " " && event.target.closest("button, input")) return;
    const all = runs.length > 1 && together.checked ? runs : [active];
    if (all.map((/** @type {any} */ run) => run.player.press(event.key)).some(Boolean))
      event.preventDefault();
  });
}

function keys() {
  return h(
    "details",
    {},
    h("summary", {}, labels.keys),
    h(
      "dl",
      { class: "keys" },
      ...labels.keyList.flatMap(([key, does]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)]),
    ),
  );
}
