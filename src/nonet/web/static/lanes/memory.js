// @ts-check
// The memory of a WebAssembly module of the compiled engine, and its calls: what layouts/memory.py is to Python.
//
// A call has one argument, the address of slots: integers of 64 bits.  A number takes one slot; an array takes two,
// its address and its length; a table three, its address, its rows and its columns.

/** @typedef {number[]} Slots */
/** @typedef {{ memory: WebAssembly.Memory, __heap_base: WebAssembly.Global,
 *   [entry: string]: WebAssembly.ExportValue }} Exports */

const ALIGNMENT = 64;
const PAGE = 65536;

export class Memory {
  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    this.exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    this.memory = this.exports.memory;
    /** The first byte that nothing has. */
    this.top = Number(this.exports.__heap_base.value);
  }

  /** Bytes of zeros, at an address that is a multiple of `ALIGNMENT`.  What is taken after a mark is given back by
   * setting `top` to it.
   * @param {number} bytes @returns {number} the address */
  take(bytes) {
    const at = Math.ceil(this.top / ALIGNMENT) * ALIGNMENT;
    this.top = at + bytes;
    const missing = this.top - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE) + 16);
    new Uint8Array(this.memory.buffer, at, bytes).fill(0);
    return at;
  }

  /** An array of whole numbers of 64 bits; each fits in 32.
   * @param {ArrayLike<number>} numbers @returns {Slots} */
  int64s(numbers) {
    const at = this.take(8 * numbers.length);
    const words = new Int32Array(this.memory.buffer, at, 2 * numbers.length);
    for (let i = 0; i < numbers.length; i++) {
      words[2 * i] = numbers[i];
      words[2 * i + 1] = numbers[i] < 0 ? -1 : 0;
    }
    return [at, numbers.length];
  }

  /** @param {ArrayLike<number>} numbers @returns {Slots} */
  uint16s(numbers) {
    const at = this.take(2 * numbers.length);
    new Uint16Array(this.memory.buffer, at, numbers.length).set(numbers);
    return [at, numbers.length];
  }

  /** @param {ArrayLike<number>} numbers @returns {Slots} */
  bytes(numbers) {
    const at = this.take(numbers.length);
    new Uint8Array(this.memory.buffer, at, numbers.length).set(numbers);
    return [at, numbers.length];
  }

  /** @param {number} address @param {number} length @returns {number[]} */
  readInt64s(address, length) {
    const words = new Int32Array(this.memory.buffer, address, 2 * length);
    return Array.from({ length }, (_, i) => words[2 * i]);
  }

  /** Call an entry.
   * @param {string} name @param {number} address  of the slots @returns {number} */
  call(name, address) {
    return Number(/** @type {Function} */ (this.exports[name])(BigInt(address)));
  }
}
