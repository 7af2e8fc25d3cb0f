// The keyboard in the grid: which action a key means.  Digits and letters are the puzzle's own symbols.
//
//     actionOf({ key: "ArrowUp", code: "ArrowUp", ... }, state)   // ["move", { down: -1, extend: false }]

/** @typedef {Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">} Pressed */

const ARROWS = /** @type {Record<string, object>} */ ({
  ArrowUp: { down: -1 },
  ArrowDown: { down: 1 },
  ArrowLeft: { right: -1 },
  ArrowRight: { right: 1 },
});
const COMMANDS = /** @type {Record<string, string>} */ ({ z: "undo", y: "redo", a: "all" });
const MODE_KEYS = /** @type {Record<string, string>} */ ({
  z: "value",
  x: "corner",
  c: "centre",
  v: "colour",
});

/** @param {Pressed} event @param {import("../state.js").State} state @returns {[string, object] | null} the action, if the key is one of ours */
export function actionOf(event, state) {
  const command = event.ctrlKey || event.metaKey,
    key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.altKey) return null;
  if (key in ARROWS) return ["move", { ...ARROWS[key], extend: event.shiftKey || command }];
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1];
  if (digit !== undefined && (digit !== "0" || /[0-9]/.test(event.key) || event.shiftKey))
    return entered(digit, event, state) ?? (digit === "0" ? ["clear", {}] : null);
  if (command)
    return key === "z" && event.shiftKey ? ["redo", {}] : key in COMMANDS ? [COMMANDS[key], {}] : null;
  if (key === "Delete" || key === "Backspace") return ["clear", {}];
  if (key === " ") return ["mode", {}];
  if (key === "Escape") return ["cells", { cells: [state.cursor] }];
  return entered(key, event, state) ?? (key in MODE_KEYS ? ["mode", { mode: MODE_KEYS[key] }] : null);
}

/** @param {string} symbol @param {Pressed} event @param {import("../state.js").State} state @returns {[string, object] | null} */
function entered(symbol, event, state) {
  const { symbols, values } = state.geometry,
    index = symbols.findIndex(each => each.toLowerCase() === symbol);
  const mode = event.ctrlKey || event.metaKey ? "centre" : event.shiftKey ? "corner" : state.mode;
  if (mode === "colour") return /^[1-8]$/.test(symbol) ? ["enter", { value: Number(symbol), mode }] : null;
  return index < 0 ? null : ["enter", { value: values[index], mode }];
}
