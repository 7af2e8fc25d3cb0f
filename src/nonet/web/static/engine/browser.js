// @ts-check
// nonet in this browser: workers with Python, of which one is kept warm while another works, so that
// a question can be cancelled by ending its worker, and the next one need not wait.  Where the host
// isolates origins, Python is interrupted instead, and the worker goes on to the next question.
import { EngineError, cancelled } from "./errors.js";

const MOST_WORKERS = 2;
/** How often in a row a worker may fail to start before questions are answered with that. */
const MOST_FAILURES = 3;
/** Milliseconds in which an interrupted worker must be free again: code in C does not listen. */
const FAREWELL = 150;
/** Milliseconds until the spare worker starts: while a question is at work, and while none is. */
const BUSY = 200;
const QUIET = 2000;
/** Milliseconds from the engine's start until what is kept for later is fetched. */
const LATER = 3000;
/** What Python takes for Ctrl-C. */
const INTERRUPT = 2;
/** A question that nobody waits for any more. @type {Job} */
const GIVEN_UP = { command: {}, resolve() {}, reject() {} };

/** @typedef {{ command: object, on?: (event: any) => void, resolve: (result: any) => void,
 *              reject: (error: unknown) => void }} Job */

/** @typedef {import("./client.js").Engine} Engine */

/** @implements {Engine} */
export class BrowserEngine {
  /** @param {URL} address  of the worker's script */
  constructor(address) {
    /** @type {"browser"} */
    this.name = "browser";
    this.address = address;
    /** @type {Map<Worker, Job | null>} the workers, each with what it does */
    this.workers = new Map();
    /** @type {Set<Worker>} those that have begun */
    this.warm = new Set();
    /** @type {Map<Worker, Uint8Array>} where Python looks for an interrupt, in isolated origins */
    this.bells = new Map();
    /** @type {Job[]} */
    this.waiting = [];
    this.failures = 0;
    this.number = 0;
    this.farewell = FAREWELL;
    /** @type {ReturnType<typeof setTimeout> | undefined} when the spare starts */
    this.later = undefined;
    /** @type {Promise<void>} */
    this.ready = new Promise((resolve, reject) => {
      this.begun = resolve;
      this.failed = reject;
    });
    this.add();
  }

  /** @param {import("./client.js").Command} command @param {import("./client.js").Options} [options] */
  run(command, { signal, on } = {}) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(cancelled());
      const stop = () => this.stop(job);
      /** @type {Job} */
      const job = {
        command, on,
        resolve: result => { signal?.removeEventListener("abort", stop); resolve(result); },
        reject: error => { signal?.removeEventListener("abort", stop); reject(error); },
      };
      signal?.addEventListener("abort", stop, { once: true });
      this.waiting.push(job);
      this.next();
    });
  }

  /** Give the first job that waits to a worker that is free, and see to it that one more is warm. */
  next() {
    const free = [...this.warm].find(worker => !this.workers.get(worker));
    const job = free && this.waiting.shift();
    if (free && job) {
      this.workers.set(free, job);
      this.bells.get(free)?.fill(0); // one that came after the last answer is not for this question
      free.postMessage({ number: ++this.number, command: job.command });
    }
    this.spare();
    if (job && this.waiting.length) this.next();
  }

  /** Start the spare worker: soon if somebody works, else when it is quiet, so that it takes nothing from
   *  the first answers. */
  spare() {
    clearTimeout(this.later);
    if (!this.warm.size || this.workers.size >= MOST_WORKERS) return;
    const busy = [...this.workers.values()].some(Boolean);
    this.later = setTimeout(() => {
      if (this.workers.size < MOST_WORKERS) this.add();
    }, busy ? BUSY : QUIET);
  }

  /** Start a worker. */
  add() {
    const worker = new Worker(this.address, { type: "module", name: "nonet" });
    this.workers.set(worker, null);
    if (globalThis.crossOriginIsolated) {
      const bell = new Uint8Array(new SharedArrayBuffer(1));
      this.bells.set(worker, bell);
      worker.postMessage({ bell });
    }
    worker.onmessage = ({ data }) => {
      if (data.ready) {
        this.warm.add(worker);
        this.failures = 0;
        this.begun?.();
        this.next();
      } else if (data.share !== undefined) {
        dispatchEvent(new CustomEvent("nonet-load", { detail: data.share }));
      } else if (data.broken) {
        this.lost(worker, data.broken);
      } else {
        this.hear(worker, data);
      }
    };
    worker.onerror = error => {
      error.preventDefault();
      this.lost(worker, error.message || "the worker's script cannot be loaded");
    };
  }

  /** An event of a worker's job.
   * @param {Worker} worker @param {{ event: any, fatal?: boolean }} data */
  hear(worker, { event, fatal }) {
    const job = this.workers.get(worker);
    if (!job) return;
    if (!("done" in event || "error" in event)) return job.on?.(event);
    this.workers.set(worker, null);
    if (fatal) this.end(worker);
    if ("done" in event) job.resolve(event.done);
    else job.reject(EngineError.of(event));
    this.next();
  }

  /** A worker that does not start, or has failed outside Python.
   * @param {Worker} worker @param {string} why */
  lost(worker, why) {
    const job = this.workers.get(worker);
    this.end(worker);
    const error = new EngineError(`nonet cannot start in this browser: ${why}`, "Broken");
    job?.reject(error);
    if (++this.failures < MOST_FAILURES) return this.add();
    this.failed?.(error);
    for (const other of this.waiting.splice(0)) other.reject(error);
  }

  /** Cancel a job: Python is interrupted in the middle of its work, or its worker is ended.
   * @param {Job} job */
  stop(job) {
    const at = this.waiting.indexOf(job);
    if (at >= 0) this.waiting.splice(at, 1);
    for (const [worker, does] of this.workers) {
      if (does === job && !this.interrupt(worker)) this.end(worker);
    }
    job.reject(cancelled());
    if (!this.workers.size) this.add();
    this.next();
  }

  /** Interrupt a worker, and end it if it does not listen.
   * @param {Worker} worker @returns {boolean} whether it can be interrupted */
  interrupt(worker) {
    const bell = this.bells.get(worker);
    if (!bell) return false;
    const mine = { ...GIVEN_UP };
    this.workers.set(worker, mine);
    bell[0] = INTERRUPT;
    setTimeout(() => {
      if (this.workers.get(worker) !== mine) return;
      this.end(worker);
      if (!this.workers.size) this.add();
      this.next();
    }, this.farewell);
    return true;
  }

  /** @param {Worker} worker */
  end(worker) {
    worker.terminate();
    this.bells.delete(worker);
    this.workers.delete(worker);
    this.warm.delete(worker);
  }
}

/** Make the page an app that works without a network, where the browser can. */
export function install() {
  if (!document.querySelector('link[rel="manifest"]')) {
    const link = document.createElement("link");
    link.rel = "manifest";
    link.href = new URL("../manifest.webmanifest", import.meta.url).href;
    document.head.append(link);
  }
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  setTimeout(() => {
    navigator.serviceWorker.register(new URL("../sw.js", import.meta.url)).catch(() => {
      // without it the page works all the same, but not offline
    });
  }, LATER);
}
