"use strict";
/* Small tools of both pages: elements, and where the pictures of cells lie.  Text is only ever
   set as textContent: a name is never read as HTML. */
const SVG = "http://www.w3.org/2000/svg";
function svg(tag, attributes, parent) {
  const made = document.createElementNS(SVG, tag);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (parent) parent.append(made);
  return made;
}
function make(tag, attributes, parent, text) {
  const made = document.createElement(tag);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (text !== undefined) made.textContent = text;
  if (parent) parent.append(made);
  return made;
}
/* The one legend of a page: what the colours of cells and the shapes of the tree say. */
function legend(place, cells, nodes) {
  const entry = (attributes, text) => {
    const item = make("span", { class: "entry" }, place), box = svg("svg", { width: 18, height: 18, viewBox: "-9 -9 18 18", "aria-hidden": true }, item);
    svg(attributes.d ? "path" : "rect", attributes.d ? attributes : { x: -8, y: -8, width: 16, height: 16, rx: 2, ...attributes }, box);
    item.append(text);
  };
  for (const [kind, text] of cells) entry({ class: `back edge ${kind}` }, text);
  for (const [kind, text] of nodes) entry({ class: `node ${kind}`, d: nodeShape(kind.split(" ")[0], 0, 0) }, text);
}
function nodeShape(kind, x, y) {
  return kind === "folded" ? `M${x} ${y - 7}L${x + 9} ${y + 11}L${x - 9} ${y + 11}Z` :
    kind === "failed" ? `M${x - 6} ${y - 6}h12v12h-12Z` :
    kind === "solved" ? `M${x} ${y - 9}L${x + 9} ${y}L${x} ${y + 9}L${x - 9} ${y}Z` :
    `M${x - 7} ${y}a7 7 0 1 0 14 0a7 7 0 1 0 -14 0Z`;
}
/* The place of a board: as large as its cells ask for, as long as the window holds it. */
function boardPlace(board, place) {
  const [height, width] = board.size, side = board.cell, margin = Math.max(2, Math.floor(side / 10));
  const wide = width * side + 2 * margin, tall = height * side + 2 * margin;
  const element = make("div", { class: board.behind ? "board" : "board bare" }, place);
  element.style.width = `min(100%, ${wide}px, max(18rem, calc((100vh - 14rem) * ${wide / tall})))`;
  if (board.behind) make("div", { class: "behind" }, element).innerHTML = board.behind;  // lines alone, no text
  const front = svg("svg", { class: "front", role: "group", "aria-label": "the domains now", viewBox: `${-margin} ${-margin} ${wide} ${tall}` }, element);
  return front;
}
/* What tests read: data as text of the page, no part of which can end the element it stands in. */
function writeReport(data) {
  const text = JSON.stringify(data).replace(/</g, "\\u003c");
  make("script", { id: "report", type: "application/json" }, document.body, text);
}
