// @ts-check
// The compiled engine for the page: questions to solvers, answered in milliseconds before Python is there.
//
//     const lanes = new LanesEngine(new URL("./lanes/worker.js", import.meta.url));
//     if (lanes.takes(command)) result = await lanes.run(command);   // throws EngineError "NotTaken": ask Python
import { EngineError, cancelled } from "../engine/errors.js";
import { takes } from "./questions.js";

/** @typedef {import("../engine/client.js").Command} Command */
/** @typedef {import("../engine/client.js").Options} Options */
/** @typedef {{ on?: (event: any) => void, resolve: (result: any) => void, reject: (error: unknown) => void }} Job */

export class LanesEngine {
  /** @param {URL} address  of the worker's script */
  constructor(address) {
    this.address = address;
    /** @type {Map<number, Job>} */
    this.jobs = new Map();
    this.number = 0;
    this.broken = "";
    /** @type {Promise<void>} settles when questions are answered, and never rejects: see `broken` */
    this.ready = new Promise(resolve => { this.begun = resolve; });
    this.worker = this.start();
  }

  start() {
    const worker = new Worker(this.address, { type: "module", name: "nonet lanes" });
    worker.onmessage = ({ data }) => {
      if (data.ready) this.begun?.();
      else if (data.broken) this.lost(data.broken);
      else this.hear(data.number, data.event);
    };
    worker.onerror = error => {
      error.preventDefault();
      this.lost(error.message || "the worker's script cannot be loaded");
    };
    return worker;
  }

  /** Whether a command is asked here: Python is asked the others.
   * @param {Command} command @param {import("./document.js").Declared | null} [declared] what the rules of its puzzle come to */
  takes(command, declared) {
    return !this.broken && takes(command, declared);
  }

  /** @param {Command} command @param {Options} [options] @param {import("./document.js").Declared | null} [declared] @returns {Promise<any>} */
  run(command, { signal, on } = {}, declared = null) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(cancelled());
      if (this.broken) return reject(new EngineError(this.broken, "NotTaken"));
      const number = ++this.number;
      const stop = () => this.stop(number);
      signal?.addEventListener("abort", stop, { once: true });
      const end = () => signal?.removeEventListener("abort", stop);
      this.jobs.set(number, {
        on,
        resolve: result => { end(); resolve(result); },
        reject: error => { end(); reject(error); },
      });
      this.worker.postMessage({ number, command, declared });
    });
  }

  /** @param {number} number @param {any} event */
  hear(number, event) {
    const job = this.jobs.get(number);
    if (!job) return;
    if (!("done" in event || "declined" in event)) return job.on?.(event);
    this.jobs.delete(number);
    if ("done" in event) job.resolve(event.done);
    else job.reject(new EngineError(event.declined, "NotTaken"));
  }

  /** Cancel a question: the worker is ended, as nothing interrupts it; other questions go to Python.
   * @param {number} number */
  stop(number) {
    const job = this.jobs.get(number);
    if (!job) return;
    this.jobs.delete(number);
    job.reject(cancelled());
    this.worker.terminate();
    this.decline("another question was cancelled");
    this.worker = this.start();
  }

  /** The worker does not start: all is asked of Python.
   * @param {string} why */
  lost(why) {
    this.broken = why;
    this.worker.terminate();
    this.begun?.();
    this.decline(why);
  }

  /** @param {string} why */
  decline(why) {
    for (const job of this.jobs.values()) job.reject(new EngineError(why, "NotTaken"));
    this.jobs.clear();
  }
}
