// @ts-check
// Engines as one, the lightest first: answers that were kept when the site was made; the compiled engine (WebAssembly, a
// few KB), which never waits for Python or behind it; and Python, which is fetched when a question first needs it.
//
//     const engine = new BothEngine(() => new BrowserEngine(worker), () => new LanesEngine(address), new KeptAnswers(folder));

import { structureKey } from "../lanes/document.js";
import { EngineError } from "./errors.js";

/** @typedef {import("./client.js").Engine} Engine @typedef {import("../lanes/document.js").Declared} Declared */
/** @typedef {{ run: (command: import("./client.js").Command, options?: import("./client.js").Options, declared?: Declared | null) => Promise<any>,
 *   takes: (command: import("./client.js").Command, declared?: Declared | null) => boolean, ready?: Promise<void> }} SmallEngine */

/** Questions that may be long: they have a worker of their own, so that conflicts are told meanwhile. */
const LONG = ["solve", "generate"];

/** @implements {Engine} */
export class BothEngine {
  /** @param {() => Engine} python  begins it @param {() => SmallEngine} small  begins one
   * @param {{ answer: (command: import("./client.js").Command) => Promise<any> }} [kept] @param {number} [bytes] that Python is */
  constructor(python, small, kept = { answer: async () => undefined }, bytes = 0) {
    /** @type {"browser"} */
    this.name = "browser";
    this.begin = python;
    this.bytes = bytes;
    this.kept = kept;
    this.short = small();
    this.small = small;
    /** @type {SmallEngine | undefined} */
    this.long = undefined;
    /** @type {Engine | undefined} */
    this.python = undefined;
    this.ready = this.short.ready ?? Promise.resolve();
    /** What the rules of puzzles come to, by their structure. @type {Map<string, Declared>} */
    this.declared = new Map();
  }

  /** What is asked; a hint that is Python's is an `offer` while that is not here, and `fetch` accepts it.
   * @param {import("./client.js").Command} command @param {import("./client.js").Options} [options] */
  async run({ fetch = false, ...asked }, options) {
    const command = /** @type {import("./client.js").Command} */ (asked);
    const { puzzle } = /** @type {{ puzzle?: Record<string, any> }} */ (command),
      key = puzzle && typeof puzzle === "object" ? structureKey(puzzle) : "";
    if (options?.signal?.aborted) throw new DOMException("cancelled", "AbortError");
    const answer = await this.kept.answer(command);
    if (answer) return this.drawn(command, key, answer);
    const declared = this.declared.get(key) ?? null,
      small = LONG.includes(command.do) ? (this.long ??= this.small()) : this.short;
    if (small.takes(command, declared)) {
      try {
        return await small.run(command, options, declared);
      } catch (error) {
        if (/** @type {{ kind?: string }} */ (error).kind !== "NotTaken") throw error;
      }
    }
    if (!this.python && options?.idle) throw new EngineError("nobody waits for it", "NotTaken");
    if (!this.python && command.do === "hint" && !fetch) return { found: false, offer: { bytes: this.bytes } };
    this.python ??= this.begin();
    const { idle, ...others } = options ?? {};
    return this.drawn(command, key, await this.python.run(command.do === "draw" ? { ...command, declare: true } : command, others));
  }

  /** An answer, of which is remembered what it declares. @param {import("./client.js").Command} command @param {string} key @param {any} answer */
  drawn({ do: name }, key, answer) {
    if (name === "draw" && answer.declared) this.declared.set(key, answer.declared);
    return answer;
  }
}
