// Keys that mean the same wherever the focus is: a hint, a check, all marks, pause, the card of keys.
// A letter that is a value of the puzzle enters that value instead.
//
//     shortcutOf({ key: "h" })   // "hint"

/** @type {Record<string, string>} */
const KEYS = { h: "hint", k: "check", m: "marks", p: "pause", "?": "keys", d: "conclude" };

/** @param {Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">} event @returns {string | undefined} */
export const shortcutOf = ({ key, ctrlKey, metaKey, altKey }) =>
  ctrlKey || metaKey || altKey ? undefined : KEYS[key.toLowerCase()];
