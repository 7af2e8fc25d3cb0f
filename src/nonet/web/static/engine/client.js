// @ts-check
// The engine: what the page asks.  Two engines, one interface; the same Python answers in both.

/** A command: what is asked, of which puzzle, and how; docs/page-protocol.md says all.
 * @typedef {{ do: string, [parameter: string]: unknown }} Command */
/** An event on the way to the result.
 * @typedef {{ [key: string]: any }} Event_ */
/** @typedef {{ signal?: AbortSignal, on?: (event: Event_) => void }} Options */
/**
 * @typedef {object} Engine
 * @property {"server" | "browser"} name
 * @property {Promise<void>} ready  settles when questions are answered without delay
 * @property {(command: Command, options?: Options) => Promise<any>} run
 *   the result; throws EngineError, or an AbortError when the signal cancels it
 */

/** What an engine says instead of a result. */
export class EngineError extends Error {
  /**
   * @param {string} message
   * @param {string} kind  the error's name in nonet, or Refused, Broken, Offline
   * @param {string[]} [cells]  where it is, if it is anywhere
   */
  constructor(message, kind, cells = []) {
    super(message);
    this.name = "EngineError";
    this.kind = kind;
    this.cells = cells;
  }

  /** @param {Event_} event */
  static of(event) {
    return new EngineError(event.error, event.kind ?? "", event.cells);
  }
}

/** What a cancelled question throws. */
export function cancelled() {
  return new DOMException("cancelled", "AbortError");
}

/** The engine of this page: the server that gave it, or else nonet in this browser.
 * @param {Document} [page]
 * @returns {Promise<Engine>} */
export async function connect(page = document) {
  const meta = page.querySelector('meta[name="nonet-token"]');
  const token = meta?.getAttribute("content") ?? "";
  if (token) {
    const { ServerEngine } = await import("./server.js");
    return new ServerEngine(new URL("../ask", import.meta.url), token);
  }
  const { BrowserEngine } = await import("./browser.js");
  return new BrowserEngine(new URL("./worker.js", import.meta.url));
}
