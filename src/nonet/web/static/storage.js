// What the browser keeps between visits: the puzzle at work, the settings.  Nothing is ever sent.
//
//     const keep = storage(localStorage); keep.set("settings", { theme: "dark" });

const PREFIX = "nonet:";

/** @param {Pick<Storage, "getItem" | "setItem" | "removeItem">} [box] */
export function storage(box) {
  return {
    /** @template T @param {string} key @param {T} fallback @returns {T} what was kept, or the fallback where nothing readable was */
    get(key, fallback) {
      try {
        const text = box?.getItem(PREFIX + key);
        return text ? JSON.parse(text) : fallback;
      } catch {
        return fallback;
      }
    },
    /** @param {string} key @param {unknown} value @returns {boolean} whether it is kept: private windows may refuse */
    set(key, value) {
      try {
        box?.setItem(PREFIX + key, JSON.stringify(value));
        return Boolean(box);
      } catch {
        return false;
      }
    },
    /** What the browser calls it. @param {string} key */
    name: key => PREFIX + key,
    /** @param {string} key */
    drop(key) {
      try {
        box?.removeItem(PREFIX + key);
      } catch {
        /* there was nothing to drop */
      }
    },
  };
}

/** The box of this page; none where the browser refuses one. */
export function localBox() {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

/** What a person can choose. */
export const SETTINGS = /** @type {const} */ ({
  theme: "auto",
  conflicts: true,
  same: true,
  timer: true,
  tidy: true,
  first: "cell",
});
/** `tidy`: marks are cleared from the peers of a value entered; `first`: what is chosen first, the cell or the number.
 * @typedef {{ theme: "auto" | "light" | "dark", conflicts: boolean, same: boolean, timer: boolean, tidy: boolean,
 *   first: "cell" | "number" }} Settings */
