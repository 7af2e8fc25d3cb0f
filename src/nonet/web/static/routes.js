// Addresses: what stands after the # names a place of the page, what is shown there, and a sheet over it.
//
//     #/                       the front
//     #/play                   the game at hand; #/set the draft, #/ask the puzzle one asks about
//     #/play/classic-easy-3    a puzzle of the library, by its id
//     #/play/2026-11-29        the puzzle of a day, #/play/2026-11-29-easy the easy one (library.js reads them)
//     #/play/c=53..7...        a puzzle in the address itself (share.js): the clues of a plain square, p=jZBB any puzzle, packed,
//                              t=TEXT one as any format writes it; as well after set and ask
//     #/play/c=53..7?watch      a sheet over the puzzle at hand: solve, watch, program, share
//     #/learn                  #/learn/players, #/learn/course, #/learn/lesson/NAME, #/learn/technique/KEY
//     #/drill/x-wing/17        a drill of a technique, and which of its positions
//
// A way to a place is a link: h("a", { href: hashOf({ place: "play", rest: [entry.id] }) }).  Where one must act first,
// app.visit({ place: "learn", rest: ["lesson", name] }) does what the link would.

/** What is in sight. `rest` are the further parts of the address. @typedef {{ place: string, rest: string[], sheet: string }} View */
/** A document belongs to a place: what is played, what is set, what one asks about, a drill's position.
 * @typedef {"game" | "draft" | "question" | "drill"} Kind */

/** The kind of document that a place shows; the front and the lessons show none. @type {Record<string, Kind | "">} */
export const KINDS = { front: "", play: "game", set: "draft", ask: "question", learn: "", drill: "drill" };
export const SHEETS = ["solve", "watch", "program", "share"];

/** The view that an address names. @param {string} hash @returns {View | null} null for an address that is none of the page's */
export function viewOf(hash) {
  if (hash.length < 3) return { place: "front", rest: [], sheet: "" };
  const [, kind, packed] = /^#([cpt])=(.*)$/.exec(hash) ?? [];
  if (kind) return { place: "play", rest: [`${kind}=${packed}`], sheet: "" }; // as it is written elsewhere
  const [, path, sheet = ""] = /^#\/([^?]*)(?:\?(.*))?$/.exec(hash) ?? [],
    [place, ...rest] = path?.split("/").filter(Boolean) ?? [];
  if (!place || !Object.hasOwn(KINDS, place) || (sheet && !(SHEETS.includes(sheet) && KINDS[place]))) return null;
  return { place, rest, sheet: sheet || (place === "ask" ? "solve" : "") }; // one who asks has the answers in sight
}

/** The address of a view. @param {{ place: string, rest?: string[], sheet?: string }} view @returns {string} */
export const hashOf = ({ place, rest = [], sheet = "" }) =>
  place === "front" ? "#/" : `#/${[place, ...rest].join("/")}${sheet && !(place === "ask" && sheet === "solve") ? `?${sheet}` : ""}`;

/** The address of what a state shows: with its puzzle, once that has a name. @param {import("./state.js").State} state */
export function hashOfState({ view, kind, ref }) {
  const own = KINDS[view.place] === kind && kind !== "drill";
  return hashOf({ ...view, rest: own ? (ref ? [ref] : []) : view.rest });
}
