// A puzzle in an address: a plain square by its clues, all else as JSON, deflated, in base64url.  No browser sends what
// stands after the `#`.
//
//     const ref = await packedRef(document); const again = await documentOf(ref);   // c=53..7... or p=jZBB...

export const MOST = 1 << 20; // a document of more characters is not a puzzle

/** The sides of squares whose clues are a text of digits. */
const PLAIN = [4, 6, 9];

/** @param {Record<string, any>} document @returns {Promise<string>} `c=...` or `p=...` */
export async function packedRef(document) {
  const { nonet, version, size, clues, ...more } = document;
  if (PLAIN.includes(size) && !Object.keys(more).length) {
    const cells = Array.from({ length: size ** 2 }, (_, at) => `R${Math.floor(at / size) + 1}C${(at % size) + 1}`);
    return `c=${cells.map(cell => clues[cell] ?? ".").join("")}`;
  }
  const packed = await through(
    new TextEncoder().encode(JSON.stringify(document)),
    new CompressionStream("deflate-raw"),
  );
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return "p=" + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The document of a part of an address, `{ text }` for one that is plain text, `null` for none of ours.
 * @param {string} ref @returns {Promise<Record<string, any> | null>} @throws {Error} if it is damaged */
export async function documentOf(ref) {
  const [, kind, packed] = /^([cpt])=(.*)$/.exec(ref) ?? [];
  if (!kind) return null;
  if (kind === "c") {
    const size = Math.sqrt(packed.length);
    if (!PLAIN.includes(size) || !/^[.1-9]*$/.test(packed)) throw new Error("no square");
    const clues = [...packed].flatMap((digit, at) => (digit === "." ? [] : [[`R${Math.floor(at / size) + 1}C${(at % size) + 1}`, Number(digit)]]));
    return { nonet: "puzzle", version: 1, size, clues: Object.fromEntries(clues) };
  }
  if (kind === "t") return { text: decodeURIComponent(packed) };
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, character => character.charCodeAt(0));
  const text = new TextDecoder("utf-8", { fatal: true }).decode(
    await through(bytes, new DecompressionStream("deflate-raw")),
  );
  const value = JSON.parse(text);
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw new Error("no document");
  return value;
}

/** @param {Uint8Array} bytes @param {CompressionStream | DecompressionStream} stream @returns {Promise<Uint8Array>} */
async function through(bytes, stream) {
  const out = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (let next = await out.read(); next.value; next = await out.read()) {
    length += next.value.length;
    if (length > MOST) throw new Error("too long"); // a small text may unpack to gigabytes
    parts.push(next.value);
  }
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
