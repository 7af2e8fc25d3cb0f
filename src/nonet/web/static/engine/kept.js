// @ts-check
// Answers that were kept as files when the site was made (tools/page/answers.py): what the page is made of, lessons, and
// the pictures of plain squares and of the library's puzzles.  So who plays or reads fetches no Python.

import { structureKey } from "../lanes/document.js";

const NAMED = ["about", "course", "study", "lesson", "figure", "exercise"];

/** FNV-1a of a text, in digits and letters. @param {string} text */
export function hashOf(text) {
  let hash = 2166136261;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
  return (hash >>> 0).toString(36);
}

/** The name of a kept answer, if it can be one. @param {import("./client.js").Command} command */
function nameOf({ do: name, puzzle, ...given }) {
  if (name === "draw" && puzzle && typeof puzzle === "object") {
    const { grid, alphabet, values, unread, candidates } = /** @type {Record<string, any>} */ (puzzle);
    return grid || alphabet || values || unread || candidates ? "" : `draw-${hashOf(structureKey(puzzle))}`;
  }
  const values = Object.values(given).filter(value => value !== undefined && value !== "" && value !== null).map(String);
  return NAMED.includes(name) && values.every(value => /^[\w+-]+$/.test(value)) ? [name, ...values].join("-") : "";
}

export class KeptAnswers {
  /** @param {URL} folder */
  constructor(folder) {
    const read = (/** @type {string} */ name) =>
      fetch(new URL(`${name}.json`, folder)).then(answer => (answer.ok ? answer.json() : Promise.reject(answer.status)));
    this.read = read;
    /** @type {Promise<Set<string>> | undefined} */
    this.names = undefined;
  }

  /** The kept answer to a command; nothing where none is. @param {import("./client.js").Command} command @returns {Promise<any>} */
  async answer(command) {
    const name = nameOf(command);
    if (!name) return undefined;
    this.names ??= this.read("index").then(list => new Set(list), () => new Set());
    if (!(await this.names).has(name)) return undefined;
    const answer = await this.read(name).catch(() => undefined);
    if (!answer || command.do !== "draw") return answer;
    const { clues = {}, entries = {}, name: title = "", comment = "", size = 9 } = /** @type {Record<string, any>} */ (command.puzzle);
    const signs = "123456789ABCDEFG", cells = answer.cells.map((/** @type {string[]} */ [cell]) => cell);
    const given = typeof clues === "string" ? [...clues].flatMap((sign, at) => (signs.includes(sign) ? [[cells[at], signs.indexOf(sign) + 1]] : [])) : null;
    return { ...answer, clues: given ? Object.fromEntries(given) : clues, entries, name: title, comment, size };
  }
}
