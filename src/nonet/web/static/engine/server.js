// @ts-check
// nonet behind `nonet web`: a line of JSON an event; giving up a question closes its connection,
// which ends the process that works on it.
import { EngineError } from "./errors.js";

/** @typedef {import("./client.js").Engine} Engine */

/** @implements {Engine} */
export class ServerEngine {
  /** @param {URL} address @param {import("./admission.js").Admission} admission */
  constructor(address, admission) {
    /** @type {"server"} */
    this.name = "server";
    this.ready = admission.ready;
    this.address = address;
    this.admission = admission;
    this.client = crypto.randomUUID();
  }

  /** @param {import("./client.js").Command} command @param {import("./client.js").Options} [options] */
  async run(command, { signal, on } = {}) {
    const answer = await this.post(command, signal);
    if (!answer.ok || !answer.body) {
      const words = (await answer.text()).trim();
      throw new EngineError(words || `the server answers ${answer.status}`, "Refused");
    }
    for await (const event of events(answer.body, signal)) {
      signal?.throwIfAborted();  // several events may have come at once
      if ("done" in event) return event.done;
      if ("error" in event) throw EngineError.of(event);
      on?.(event);
    }
    throw new EngineError("the server stopped in the middle of an answer", "Broken");
  }

  /** @param {object} command @param {AbortSignal} [signal] */
  async post(command, signal) {
    await this.ready;
    const body = JSON.stringify(command);
    const headers = {
      "Content-Type": "application/json",
      "X-Nonet-Token": this.admission.token(), // which another tab may have renewed
      "X-Nonet-Client": this.client,
    };
    try {
      return await fetch(this.address, { method: "POST", signal, headers, body, cache: "no-store" });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new EngineError("the server does not answer: is nonet web still running?", "Offline");
    }
  }
}

/** The events of a stream of lines.
 * @param {ReadableStream<Uint8Array>} body @param {AbortSignal} [signal] */
async function* events(body, signal) {
  /** @type {ReadableWritablePair<string, Uint8Array>} */
  const decoder = /** @type {any} */ (new TextDecoderStream());
  const reader = body.pipeThrough(decoder).getReader();
  let rest = "";
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield JSON.parse(line);
    }
  } catch (error) {
    if (signal?.aborted || error instanceof SyntaxError) throw error;
    throw new EngineError("the server stopped in the middle of an answer", "Broken");
  } finally {
    reader.cancel().catch(() => {});
  }
}
