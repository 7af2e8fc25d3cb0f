// The widgets of a notebook: the page's own modules in a tree of their own, so that no style of the notebook meets
// theirs.  Three traits are shared with Python: `document` is what is shown, `state` what the person did with it (either
// side may change it), `action` the last change, by the names of `state.js`.
//
//     export default { render: context => render(context, STYLE) };   // written by Python below the bundle

import { h } from "../dom.js";
import { NotebookEngine } from "../engine/notebook.js";
import { playWidget } from "./play.js";
import { runWidget } from "./run.js";
import { stepWidget } from "./step.js";

/** @typedef {import("../engine/notebook.js").WidgetModel} WidgetModel */
/** What a kind of widget is given. @typedef {{ model: WidgetModel, engine: NotebookEngine, place: HTMLElement, say: (text: string, unseen?: boolean) => void,
 *   share: (state: any, action?: any) => void }} Context */
/** What it gives: the state and the action that Python has set, and an end. @typedef {{ state?: (state: any) => void, action?: (action: any) => void, end?: () => void }} Widget */

/** @type {Record<string, (context: Context) => Widget>} */
const KINDS = { play: playWidget, step: stepWidget, run: runWidget };

/** @param {{ model: WidgetModel, el: HTMLElement }} view @param {string} style */
export function render({ model, el }, style) {
  const host = h("div", { "data-lm-suppress-shortcuts": true }), // keys typed in it are not JupyterLab's
    tree = host.attachShadow({ mode: "open" }),
    place = h("div", { class: "widget", "data-view": "learn" }),
    status = h("p", { class: "widget-said", role: "status", "aria-live": "polite" }),
    engine = new NotebookEngine(model);
  tree.append(h("style", style), place);
  el.append(host);
  for (const kind of ["keydown", "keyup", "keypress"]) host.addEventListener(kind, event => event.stopPropagation());
  const dress = () => (place.dataset.theme = isDark(host) ? "dark" : "light");
  const themes = new MutationObserver(dress);
  for (const each of [document.documentElement, document.body]) themes.observe(each, { attributes: true });
  requestAnimationFrame(dress);
  dress();

  let shared = ""; // the state as both sides have it
  /** @type {Widget} */
  let widget = {};
  /** @param {string} text @param {boolean} [unseen] whether it is for a screen reader alone: it is in sight elsewhere */
  const say = (text, unseen = false) => {
    status.classList.toggle("unseen", unseen);
    status.textContent = text;
  };
  /** @param {any} state @param {any} [action] */
  function share(state, action) {
    const text = JSON.stringify(state);
    if (text === shared) return;
    shared = text;
    model.set("state", state);
    if (action) model.set("action", action);
    model.save_changes();
  }
  function begin() {
    widget.end?.();
    shared = JSON.stringify(model.get("state"));
    place.replaceChildren();
    widget = KINDS[model.get("document").kind]({ model, engine, place, say, share });
    place.append(status);
  }
  function heard() {
    const state = model.get("state"),
      text = JSON.stringify(state);
    if (text === shared) return;
    shared = text;
    widget.state?.(state);
  }
  const acted = () => {
    const action = model.get("action");
    if (action.by === "python") widget.action?.(action);
  };
  begin();
  model.on("change:document", begin);
  model.on("change:state", heard);
  model.on("change:action", acted);
  return () => {
    themes.disconnect();
    engine.close();
    widget.end?.();
    model.off("change:document", begin);
    model.off("change:state", heard);
    model.off("change:action", acted);
  };
}

/** Whether the notebook is dark where the widget stands: by the first background behind it. @param {Element} element */
function isDark(element) {
  for (let each = /** @type {Element | null} */ (element); each; each = each.parentElement) {
    const [red, green, blue, opaque = 1] = (getComputedStyle(each).backgroundColor.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
    if (opaque > 0.5) return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
  }
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}
