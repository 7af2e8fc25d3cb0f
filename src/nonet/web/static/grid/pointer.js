// Mouse, pen and finger: press to choose a cell, drag over more, Ctrl or Shift to add, twice for all alike.
// A hand (a tool that draws a rule, a question about a candidate) may take a gesture for itself.

/** What takes a gesture: the cell where it begins, with the place in it (both from 0 to 1), those it goes over, its end.
 * @typedef {{ down: (cell: string, point: [number, number]) => boolean | void, over?: (cell: string) => void, up?: () => void }} Hand */

/** @param {SVGSVGElement} svg @param {(type: string, action?: object) => void} act @param {() => Hand | null} hand */
export function listen(svg, act, hand) {
  let pressed = false,
    last = "",
    when = 0;
  /** @type {Hand | null} */
  let taken = null;
  /** @param {PointerEvent} event */
  const elementAt = event => {
    const root = /** @type {Document | ShadowRoot} */ (svg.getRootNode()), // a notebook's widget has a tree of its own
      element = root.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
    return element && svg.contains(element) ? /** @type {HTMLElement} */ (element) : null;
  };
  /** @param {PointerEvent} event @returns {string} the cell under the pointer; near its corners none, so that a drag can go across */
  function cellAt(event, narrow = false) {
    const element = elementAt(event);
    if (!element) return "";
    if (narrow) {
      const [x, y] = pointIn(element, event);
      if (Math.abs(x - 0.5) + Math.abs(y - 0.5) > 0.72) return "";
    }
    return element.dataset.cell ?? "";
  }
  svg.addEventListener("pointerdown", event => {
    if (event.button > 0) return;
    const cell = cellAt(event),
      element = elementAt(event);
    if (!cell || !element) return;
    const target = /** @type {Element} */ (event.target);
    // a finger is captured by where it comes down, and would never be over another cell
    if (target.hasPointerCapture(event.pointerId)) target.releasePointerCapture(event.pointerId);
    event.preventDefault();
    const tool = hand();
    taken = tool?.down(cell, pointIn(element, event)) ? tool : null;
    const again = !taken && cell === last && event.timeStamp - when < 400;
    [pressed, last, when] = [true, cell, event.timeStamp];
    if (!taken) {
      act("select", { cell, extend: event.shiftKey, toggle: !again && (event.ctrlKey || event.metaKey) });
      if (again) act("same");
    }
    /** @type {SVGGElement | null} */ (svg.querySelector('[tabindex="0"]'))?.focus({ preventScroll: true });
  });
  svg.addEventListener("pointermove", event => {
    if (!pressed || !event.buttons) return;
    const cell = cellAt(event, true);
    if (cell && cell !== last) {
      last = cell;
      if (taken) taken.over?.(cell);
      else act("select", { cell, extend: true });
    }
  });
  for (const end of ["pointerup", "pointercancel"])
    window.addEventListener(end, () => {
      pressed = false;
      const tool = taken;
      taken = null;
      tool?.up?.();
    });
}

/** Where in an element a pointer is, from 0 to 1 each way. @param {Element} element @param {PointerEvent} event @returns {[number, number]} */
function pointIn(element, event) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [(event.clientX - left) / width, (event.clientY - top) / height];
}
