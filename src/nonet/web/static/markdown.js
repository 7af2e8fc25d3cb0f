// The little of Markdown that exercises are written in, as elements: paragraphs, lists, programs, bold, code.
//
//     task.replaceChildren(...elementsOf("Put **each** answer in the place of `...`."));

import { h } from "./dom.js";

/** Blocks of a text: what kind, and its lines. @param {string} text @returns {{ kind: "p" | "pre" | "ul", lines: string[] }[]} */
export function blocksOf(text) {
  return text
    .replaceAll(/\n{2,}(?=    )/g, "\n\n")
    .split(/\n\s*\n/)
    .filter(part => part.trim())
    .map(part => {
      const lines = part.split("\n").filter(line => line.trim());
      if (lines.every(line => line.startsWith("    ")))
        return { kind: "pre", lines: lines.map(line => line.slice(4)) };
      if (!lines[0].startsWith("- ")) return { kind: "p", lines };
      const items = /** @type {string[]} */ ([]);
      for (const line of lines) {
        if (line.startsWith("- ")) items.push(line.slice(2));
        else items[items.length - 1] += ` ${line.trim()}`;
      }
      return { kind: "ul", lines: items };
    });
}

/** @param {string} text @returns {HTMLElement[]} */
export const elementsOf = text =>
  blocksOf(text).map(({ kind, lines }) =>
    kind === "pre"
      ? h("pre", lines.join("\n"))
      : kind === "ul"
        ? h(
            "ul",
            lines.map(line => h("li", spans(line))),
          )
        : h("p", spans(lines.join(" "))),
  );

/** @param {string} line */
const spans = line =>
  line
    .split(/(\*\*[^*]+\*\*|`[^`]+`|(?<!\w)\*[^*\s][^*]*\*(?!\w))/)
    .map(part =>
      part.startsWith("**")
        ? h("b", part.slice(2, -2))
        : part.startsWith("`") && part.length > 2
          ? h("code", part.slice(1, -1))
          : part.startsWith("*") && part.length > 2
            ? h("em", part.slice(1, -1))
            : part,
    );
