// A puzzle in the page's address: after the `#`, which no browser sends.  The JSON, deflated, in base64url.
//
//     location.hash = await fragmentOf(document); const again = await documentOf(location.hash);

export const MOST = 1 << 20; // a document of more characters is no puzzle

/** @param {object} document @returns {Promise<string>} `#p=...` */
export async function fragmentOf(document) {
  const packed = await through(
    new TextEncoder().encode(JSON.stringify(document)),
    new CompressionStream("deflate-raw"),
  );
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return "#p=" + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The document of a fragment, `{ text }` for one that is plain text, `null` for none of ours.
 * @param {string} hash @returns {Promise<Record<string, any> | null>} @throws {Error} if it is damaged */
export async function documentOf(hash) {
  const [, kind, packed] = /^#(p|t)=(.*)$/.exec(hash) ?? [];
  if (!kind) return null;
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
