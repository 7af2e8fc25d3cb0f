// Elements, made in one call.  Text is only ever set as text: a name is never read as HTML.
//
//     h("button", { onclick: undo, "aria-label": "Undo" }, "↶")

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/** Set what an element is given: listeners by `on...`, properties that are no attributes, attributes.
 * @param {Element} element @param {Record<string, any>} given */
function dress(element, given) {
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked") Object.assign(element, { [key]: value });
    else element.setAttribute(key, value === true ? "" : String(value));
  }
}

/** An HTML element, with what it is given, if anything.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, any> | Child | Child[]} [given] @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]} */
export function h(tag, given, ...children) {
  const element = document.createElement(tag),
    bare = !given || Object.getPrototypeOf(given) !== Object.prototype;
  element.append(...[bare ? /** @type {Child} */ (given) : null, ...children].flat().filter(shown).map(plain));
  if (!bare) dress(element, /** @type {Record<string, any>} */ (given));
  return element;
}

/** @param {...(Child | Child[])} children */
export const row = (...children) => h("div", { class: "row" }, ...children);
/** A table under its columns' names or another head; the first cell of a row is its heading, what begins with a digit stands right.
 * @param {string[] | Node} head @param {Iterable<Child[]>} rows @param {Record<string, any>} [given] */
export const table = (head, rows, given = {}) =>
  h(
    "table",
    given,
    Array.isArray(head) ? h("thead", h("tr", head.map(name => h("th", { scope: "col" }, name)))) : head,
    h("tbody", [...rows].map(([first, ...rest]) => h("tr", h("th", { scope: "row" }, first), rest.map(cellOf)))),
  );
/** @param {Child} child */
const cellOf = child => h("td", /^\d/.test(String(child)) ? { class: "number" } : {}, child);
/** What is folded away. @param {string} summary @param {...(Child | Child[])} children */
export const more = (summary, ...children) => h("details", { class: "more" }, h("summary", summary), ...children);
/** A choice of yes or no, with its words. @param {HTMLInputElement} input @param {string} text */
export const flag = (input, text) => h("label", { class: "flag" }, input, text);
/** Listeners of what lights something up while it is pointed at or has the focus. @param {(on: boolean) => void} light */
export const lighting = light => ({
  onmouseenter: () => light(true), onmouseleave: () => light(false),
  onfocusin: () => light(true), onfocusout: () => light(false),
});

/** An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Record<string, any>} [given] @param {...Child} children
 * @returns {SVGElementTagNameMap[T]} */
export function s(tag, given = {}, ...children) {
  const element = /** @type {SVGElementTagNameMap[T]} */ (document.createElementNS(SVG, tag));
  element.append(...children.filter(shown).map(plain));
  dress(element, given);
  return element;
}

/** Options of a `<select>`: pairs of value and text, or texts that are both.
 * @param {Iterable<string | [string, string]>} choices @param {string} [chosen] */
export function options(choices, chosen) {
  return [...choices].map(choice => {
    const [value, text] = typeof choice === "string" ? [choice, choice] : choice;
    return h("option", { value, selected: value === chosen }, text);
  });
}

/** A label with its field. @param {string} text @param {HTMLElement} field */
export const labelled = (text, field) => h("label", { class: "field" }, h("span", {}, text), field);

/** @param {string} text @param {(event: MouseEvent) => void} onclick @param {Record<string, any>} [given] @param {...(Child | Child[])} children */
export const button = (text, onclick, given = {}, ...children) => h("button", { type: "button", onclick, ...given }, text, ...children);

/** @param {Child} child */
const shown = child => child !== null && child !== undefined && child !== false;
/** @param {Child} child @returns {Node | string} */
const plain = child => (child instanceof Node ? child : String(child));
