// What the page asks the engine: one question at a time that the person waits for, and can cancel; and quiet ones
// of which only the latest matters.  A quiet question is never cancelled: in a browser that would cost a worker.
//
//     const jobs = asker(engine, busy => ...); const result = await jobs.ask({ do: "solve", puzzle }, event => ...);

/** @typedef {import("./engine/client.js").Engine} Engine @typedef {import("./engine/client.js").Command} Command */
/** The person asked something else, or pressed cancel. */
export class Cancelled extends Error {}

/** A command without what is not said: no engine takes an undefined. @param {Command} command @returns {Command} */
const withoutUndefined = command =>
  /** @type {Command} */ (Object.fromEntries(Object.entries(command).filter(([, value]) => value !== undefined)));

/** @param {Engine} engine @param {(busy: boolean) => void} onBusy */
export function asker(engine, onBusy) {
  /** @type {AbortController | null} */
  let job = null;
  /** @type {Map<string, { command: () => Command, then: (result: any) => void } | null>} */
  const quiet = new Map();

  /** @param {Command} command @param {(event: any) => void} [on] @returns {Promise<any>} @throws {Cancelled} and what the engine throws */
  async function ask(command, on) {
    job?.abort();
    const mine = (job = new AbortController());
    onBusy(true);
    try {
      return await engine.run(withoutUndefined(command), {
        signal: mine.signal,
        on: event => {
          if (!mine.signal.aborted) on?.(event);
        },
      });
    } catch (error) {
      throw mine.signal.aborted || (error instanceof Error && error.name === "AbortError")
        ? new Cancelled()
        : error;
    } finally {
      if (job === mine) {
        job = null;
        onBusy(false);
      }
    }
  }

  /** Ask without showing it; while one of this kind is under way, only the latest waits.
   * @param {string} kind @param {() => Command} command made when it is asked @param {(result: any) => void} then */
  async function quietly(kind, command, then) {
    if (quiet.has(kind)) {
      quiet.set(kind, { command, then });
      return;
    }
    quiet.set(kind, null);
    for (
      let next = /** @type {{ command: () => Command, then: (result: any) => void } | null | undefined} */ ({
        command,
        then,
      });
      next;
    ) {
      quiet.set(kind, null);
      try {
        const result = await engine.run(next.command());
        if (!quiet.get(kind)) next.then(result);
      } catch {
        if (!quiet.get(kind)) next.then(null);
      }
      next = quiet.get(kind);
    }
    quiet.delete(kind);
  }
  return {
    ask,
    quietly,
    cancel: () => job?.abort(),
    get busy() {
      return job !== null;
    },
  };
}
