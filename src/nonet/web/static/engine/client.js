// @ts-check
// The engine: what the page asks.  Two engines, one interface; the same Python answers in both.
import { LanesEngine } from "../lanes/client.js";
import { admission } from "./admission.js";
import { BothEngine } from "./both.js";
import { BrowserEngine, install } from "./browser.js";
import { KeptAnswers } from "./kept.js";
import { ServerEngine } from "./server.js";

/** A command: what is asked, of which puzzle, and how; docs/page-protocol.md says all.
 * @typedef {{ do: string, [parameter: string]: unknown }} Command */
/** An event on the way to the result.
 * @typedef {{ [key: string]: any }} Event_ */
/** `idle`: nobody waits for it, so that no Python is fetched for it.
 * @typedef {{ signal?: AbortSignal, on?: (event: Event_) => void, idle?: boolean }} Options */
/**
 * @typedef {object} Engine
 * @property {"server" | "browser" | "notebook"} name
 * @property {Promise<void>} ready  settles when all questions are answered without delay
 * @property {(command: Command, options?: Options) => Promise<any>} run
 *   the result; throws EngineError, or an AbortError when the signal cancels it
 */

/** The engine of this page: the server that gave it, or else nonet in this browser.
 * @param {Document} [page]
 * @returns {Engine} */
export function connect(page = document) {
  if (page.querySelector('meta[name="nonet-server"]')?.getAttribute("content")) {
    return new ServerEngine(new URL("../ask", import.meta.url), admission());
  }
  const bytes = Number(page.querySelector('meta[name="nonet-python"]')?.getAttribute("content"));
  const engine = new BothEngine(
    () => {
      dispatchEvent(new CustomEvent("nonet-fetch", { detail: bytes }));
      return new BrowserEngine(new URL("./worker.js", import.meta.url));
    },
    () => new LanesEngine(new URL("../lanes/worker.js", import.meta.url)),
    new KeptAnswers(new URL("../answers/", import.meta.url)),
    bytes,
  );
  engine.ready.then(install, () => {});
  return engine;
}
