// What a setter sees all the time: how many solutions there are, and the true candidates on the grid.

import { flag, h } from "../dom.js";
import { docOf } from "../state.js";
import { words } from "../words.en.js";
import { candidatesOf, verdictOf } from "./check.js";

const SECONDS = 5;

/** Whether nothing is set yet. @param {import("../state.js").Doc} doc */
const isEmpty = ({ puzzle, clues }) => !Object.keys(clues).length && !puzzle.rules?.length;

/** @param {import("../app.js").App} app */
export function liveAnswers(app) {
  const { page } = app,
    labels = words.set;
  const unique = h("input", { type: "checkbox", checked: true, onchange: ask }),
    candidates = h("input", {
      type: "checkbox",
      checked: true,
      onchange() {
        shown = null;
        if (candidates.checked) ask();
        else page.do("layer", { layer: null });
      },
    });
  const verdict = h("p", { class: "answer verdict", "aria-live": "polite" });
  /** @type {{ candidates: Record<string, number[]>, counts: Record<string, Record<string, number>> } | null} */
  let shown = null;
  let here = false;

  function ask() {
    if (!here) return;
    if (isEmpty(docOf(page.state))) {
      verdict.textContent = ""; // there is nothing to say of an empty board
      if (page.state.layer) page.do("layer", { layer: null });
      return;
    }
    const doc = docOf(page.state),
      puzzle = () => ({ ...docOf(page.state).puzzle, clues: docOf(page.state).clues });
    if (unique.checked) {
      if (!verdict.textContent) verdict.textContent = labels.asking;
      app.quietly(
        "unique",
        () => ({ do: "verify", puzzle: puzzle(), seconds: SECONDS }),
        result => {
          if (!here || doc !== docOf(page.state)) return;
          const { kind, text } = verdictOf(result);
          verdict.className = `answer verdict ${kind}`;
          verdict.textContent = `${text}${kind === "none" && result.clash ? ` ${words.check.clash(result.clash.cells)}` : ""}`;
          if (kind === "none" && result.clash) page.do("layer", { layer: { cells: result.clash.cells } });
        },
      );
    } else verdict.textContent = "";
    if (candidates.checked)
      app.quietly(
        "candidates",
        () => ({ do: "candidates", puzzle: puzzle(), seconds: SECONDS }),
        result => {
          if (!here || !result || doc !== docOf(page.state) || !candidates.checked) return;
          const layer = candidatesOf(result);
          if (layer.none) return; // the verdict says why
          shown = layer;
          page.do("layer", { layer: shown });
        },
      );
  }
  return {
    element: h("div", { class: "live" }, verdict),
    flags: h(
      "div",
      flag(unique, labels.live),
      flag(candidates, labels.candidates),
    ),
    /** What is drawn beneath a stroke. */
    layer: () => shown ?? {},
    /** @param {boolean} on */
    seen(on) {
      here = on;
      if (on) ask();
      else if (shown) {
        shown = null;
        page.do("layer", { layer: null });
      }
    },
    /** @param {import("../state.js").State} state @param {import("../state.js").State} [before] */
    show(state, before) {
      if (!here || !before || docOf(state) === docOf(before)) return;
      if (docOf(state).puzzle !== docOf(before).puzzle || docOf(state).clues !== docOf(before).clues) {
        shown = null;
        ask();
      }
    },
  };
}
