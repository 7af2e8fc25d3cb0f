// A run in a notebook: its search tree and every step of it, on the puzzle's grid or on the constraint graph.

import { button, h, more } from "../dom.js";
import { shownRun } from "../run/board.js";
import { KINDS, Replay } from "../run/replay.js";
import { words } from "../words.run.en.js";

/** @param {import("./widget.js").Context} context @returns {import("./widget.js").Widget} */
export function runWidget({ model, place, share }) {
  const data = model.get("document"),
    { player, element } = shownRun(data, { moved: at => share({ at }, { type: "go", at }) });
  place.append(element);
  const { at } = model.get("state");
  if (at === undefined || at < 0) player.begin();
  else player.go(at);

  const replay = new Replay(data.run),
    nogoods = data.run.events.flatMap((/** @type {any[]} */ [kind], /** @type {number} */ index) => (kind === KINDS.learned ? [index + 1] : []));
  if (nogoods.length)
    place.append(
      more(
        `${words.notebook.nogoods} (${nogoods.length})`,
        h("ol", { class: "log" }, ...nogoods.map((/** @type {number} */ number) => h("li", button(replay.sentence(number), () => player.go(number), { class: "step" })))),
      ),
    );
  if (data.scopes)
    place.append(
      h("p", { class: "about" }, words.notebook.size(data.run.cells.filter(Boolean).length, data.edges.length, data.width)),
      more(
        `${words.notebook.scopes} (${data.scopes.length})`,
        h("ul", ...data.scopes.map((/** @type {[string, string[]]} */ [label, scope]) => h("li", h("b", label), ` ${scope.join(" ")}`))),
      ),
    );
  place.onkeydown = event => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest("select, summary, .tree")) return;
    if (target.closest("input") && event.key !== "g") return;
    if (event.key === " " && target.closest("button")) return;
    if (player.press(event.key)) event.preventDefault();
  };
  return { state: ({ at }) => player.go(at), end: () => player.halt() };
}
