// What stands against the rules, looked for after each change and told in words that all see; and the end of a game.
//
//     const watch = conflictsOf(app, place, () => finish(app)); watch.check(); watch.show(page.state);

import { puzzleToAsk, docOf, valueAt } from "./state.js";
import { words } from "./words.en.js";

/** @param {import("./app.js").App} app @param {HTMLElement} place @param {() => void} finished */
export function conflictsOf({ page, quietly, settings, say }, place, finished) {
  return {
    /** Conflicts, from the declared constraints. */
    check() {
      quietly(
        "check",
        () => ({ do: "check", puzzle: puzzleToAsk(page.state), quick: true }),
        result => {
          if (!result) return;
          page.do("checked", { conflicts: result.conflicts });
          const { play, filled } = docOf(page.state);
          const full = page.state.geometry.cells.every(([cell]) => valueAt(page.state, cell) !== undefined);
          if (!full || !Object.keys(play).length || result.conflicts.length || page.state.solved || filled) return;
          page.do("solved", { on: true });
          say(words.app.solved);
          finished();
        },
      );
    },
    /** @param {import("./state.js").State} state */
    show({ conflicts }) {
      const [first] = settings().conflicts ? conflicts : [];
      place.hidden = !first;
      place.textContent = first ? words.play.conflicts(conflicts.length, first.words) : "";
    },
  };
}
