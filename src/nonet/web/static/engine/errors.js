// @ts-check
// What an engine throws.

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

  /** @param {{ [key: string]: any }} event  that says an error */
  static of(event) {
    return new EngineError(event.error, event.kind ?? "", event.cells);
  }
}

/** What a cancelled question throws. */
export function cancelled() {
  return new DOMException("cancelled", "AbortError");
}
