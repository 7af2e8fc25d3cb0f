// Mouse, pen and finger: press to choose a cell, drag over more, Ctrl or Shift to add, twice for all alike.

/** @param {SVGSVGElement} svg @param {(type: string, action?: object) => void} act */
export function listen(svg, act) {
  let pressed = false,
    last = "",
    when = 0;
  /** @param {PointerEvent} event @returns {string} the cell under the pointer; near its corners none, so that a drag can go across */
  function cellAt(event, narrow = false) {
    const element = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
    if (!element || !svg.contains(element)) return "";
    if (narrow) {
      const { left, top, width, height } = element.getBoundingClientRect();
      if (
        Math.abs(event.clientX - left - width / 2) / width +
          Math.abs(event.clientY - top - height / 2) / height >
        0.72
      )
        return "";
    }
    return /** @type {HTMLElement} */ (element).dataset.cell ?? "";
  }
  svg.addEventListener("pointerdown", event => {
    if (event.button > 0) return;
    const cell = cellAt(event);
    if (!cell) return;
    const target = /** @type {Element} */ (event.target);
    // a finger is captured by where it comes down, and would never be over another cell
    if (target.hasPointerCapture(event.pointerId)) target.releasePointerCapture(event.pointerId);
    event.preventDefault();
    const again = cell === last && event.timeStamp - when < 400;
    [pressed, last, when] = [true, cell, event.timeStamp];
    act("select", { cell, extend: event.shiftKey, toggle: !again && (event.ctrlKey || event.metaKey) });
    if (again) act("same");
    /** @type {SVGGElement | null} */ (svg.querySelector(`[data-cell="${cell}"]`))?.focus({
      preventScroll: true,
    });
  });
  svg.addEventListener("pointermove", event => {
    if (!pressed || !event.buttons) return;
    const cell = cellAt(event, true);
    if (cell && cell !== last) {
      last = cell;
      act("select", { cell, extend: true });
    }
  });
  for (const end of ["pointerup", "pointercancel"])
    window.addEventListener(end, () => {
      pressed = false;
    });
}
