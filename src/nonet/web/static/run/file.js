// The file that `nonet trace --to` writes: a run to watch, or two side by side.  Python puts the modules that are
// imported here into it as one script, and the runs as data: the same grid and the same player as on the page.

import { h } from "../dom.js";
import { words } from "../words.run.en.js";
import { shownRun } from "./board.js";
import { legend } from "./legend.js";

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

/** A run that is active once it is touched. @param {any} run */
function shown(run) {
  const entry = shownRun(run);
  entry.element.addEventListener("pointerdown", () => activate(entry));
  root.append(entry.element);
  return entry;
}

/** @param {ReturnType<typeof shownRun>} run */
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
    h("summary", labels.keys),
    h(
      "dl",
      { class: "keys" },
      ...labels.keyList.flatMap(([key, does]) => [h("dt", h("kbd", key)), h("dd", does)]),
    ),
  );
}
