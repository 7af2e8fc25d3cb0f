// What an engine draws, let into the page: SVG texts become elements, of which only harmless ones are kept, and
// every colour becomes one for light and one for dark.
//
//     svg.append(...drawn('<rect width="48" height="48" fill="#cfdff3"/>'));

const TAGS = new Set("g path rect circle ellipse line polyline polygon text tspan title".split(" "));
const ATTRIBUTES = new Set(
  ("d x y x1 y1 x2 y2 dx dy cx cy r rx ry width height points transform fill fill-opacity fill-rule " +
    "stroke stroke-width stroke-opacity stroke-dasharray stroke-linecap stroke-linejoin opacity font-size " +
    "font-weight font-family text-anchor text-decoration class").split(" "),
);
const SVG = "http://www.w3.org/2000/svg";
const MOST = 4_000_000; // characters; a drawing of more helps nobody

/** The elements of an SVG text. @param {string} text @param {number} [dim] how light colours for dark pages are, of what they would be
 * @returns {Element[]} */
export function drawn(text, dim = 1) {
  if (!text || text.length > MOST) return [];
  const read = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml");
  if (read.querySelector("parsererror")) return [];
  return [...read.documentElement.children].flatMap(child => copied(child, dim));
}

/** @param {Element} element @param {number} dim @returns {Element[]} the element as far as it is harmless */
function copied(element, dim) {
  if (element.namespaceURI !== SVG || !TAGS.has(element.localName)) return [];
  const copy = document.createElementNS(SVG, element.localName);
  for (const { name, value } of element.attributes) {
    if (ATTRIBUTES.has(name) && !/url\s*\(/i.test(value))
      copy.setAttribute(name, name === "fill" || name === "stroke" ? themed(value, dim) : value);
  }
  for (const child of element.childNodes) {
    if (child.nodeType === 3) copy.append(child.nodeValue ?? "");
    else if (child.nodeType === 1) copy.append(...copied(/** @type {Element} */ (child), dim));
  }
  return [copy];
}

const PAPER = 0.08; // the lightness of what was white; the same as in nonet.render.svg

/** A colour for light pages with the one for dark pages: as light as it was dark. @param {string} colour @param {number} [dim] */
export function themed(colour, dim = 1) {
  const [, hex, opacity = ""] = /^#([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(colour) ?? [];
  return hex ? `light-dark(#${hex}${opacity}, ${turned(hex, dim)}${opacity})` : colour;
}

/** @param {string} hex six digits @param {number} [dim] @returns {string} the colour with its lightness turned round, its hue kept */
export function turned(hex, dim = 1) {
  const [red, green, blue] = [0, 2, 4].map(at => parseInt(hex.slice(at, at + 2), 16) / 255);
  const most = Math.max(red, green, blue),
    least = Math.min(red, green, blue),
    wide = most - least;
  const lightness = (most + least) / 2,
    dark = (1 - lightness * (1 - PAPER)) * dim;
  const saturation = wide === 0 ? 0 : wide / (1 - Math.abs(2 * lightness - 1));
  const hue =
    wide === 0
      ? 0
      : most === red
        ? ((((green - blue) / wide) % 6) + 6) % 6
        : most === green
          ? (blue - red) / wide + 2
          : (red - green) / wide + 4;
  const chroma = (1 - Math.abs(2 * dark - 1)) * saturation,
    part = chroma * (1 - Math.abs((hue % 2) - 1)),
    low = dark - chroma / 2;
  const parts = [
    [chroma, part, 0],
    [part, chroma, 0],
    [0, chroma, part],
    [0, part, chroma],
    [part, 0, chroma],
    [chroma, 0, part],
  ][Math.floor(hue) % 6];
  return (
    "#" +
    parts
      .map(each =>
        Math.round((each + low) * 255)
          .toString(16)
          .padStart(2, "0"),
      )
      .join("")
  );
}
