// @ts-check
// nonet behind a widget of a notebook: a message a question, a message an event; Python answers between two cells.
import { EngineError, cancelled } from "./errors.js";

/** @typedef {import("./client.js").Engine} Engine */
/** What anywidget gives a view. @typedef {{ get: (name: string) => any, set: (name: string, value: any) => void, save_changes: () => void,
 *   send: (message: any) => void, on: (name: string, does: (...given: any[]) => void) => void,
 *   off: (name: string, does: (...given: any[]) => void) => void }} WidgetModel */

/** @implements {Engine} */
export class NotebookEngine {
  /** @param {WidgetModel} model */
  constructor(model) {
    /** @type {"notebook"} */
    this.name = "notebook";
    this.ready = Promise.resolve();
    this.model = model;
    this.view = Math.random().toString(36).slice(2); // answers reach all views of a widget
    this.asked = 0;
    /** @type {Map<string, (event: any) => void>} */
    this.open = new Map();
    this.hear = (/** @type {{ id: string, event: any }} */ { id, event }) => this.open.get(id)?.(event);
    model.on("msg:custom", this.hear);
  }

  /** @param {import("./client.js").Command} command @param {import("./client.js").Options} [options] @returns {Promise<any>} */
  run(command, { signal, on } = {}) {
    const id = `${this.view}-${++this.asked}`;
    return new Promise((resolve, reject) => {
      const end = (/** @type {() => void} */ then) => {
        this.open.delete(id);
        then();
      };
      signal?.addEventListener("abort", () => end(() => reject(cancelled())));
      this.open.set(id, event => {
        if ("done" in event) end(() => resolve(event.done));
        else if ("error" in event) end(() => reject(EngineError.of(event)));
        else on?.(event);
      });
      this.model.send({ id, ask: command });
    });
  }

  close() {
    this.model.off("msg:custom", this.hear);
  }
}
