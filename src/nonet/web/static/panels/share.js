// Out: an address to share, texts, pictures, paper.

import { button, h, labelled, options, row } from "../dom.js";
import { hashOf } from "../routes.js";
import { puzzleToAsk } from "../state.js";
import { packedRef } from "../share.js";
import { words } from "../words.en.js";

/** @param {import("../app.js").App} app */
export function sharePanel(app) {
  const { page } = app,
    labels = words.share;
  const played = h("input", { type: "checkbox" }),
    link = h("input", { readonly: true, type: "text", onfocus: () => link.select() });
  const format = h("select"),
    out = h("textarea", { rows: 4, readonly: true, "aria-label": labels.written });
  const foreign = h("p");
  const element = h(
    "div",
    h("h2", labels.shareTitle),
    h("p", labels.shareAbout),
    h("label", { class: "flag" }, played, labels.played),
    row(button(labels.link, share), labelled(labels.address, link)),
    foreign,
    h("h2", labels.writeTitle),
    row(labelled(labels.format, format), button(labels.write, write)),
    out,
    row(
      button(labels.svg, () => picture("svg")),
      button(labels.png, () => picture("png")),
      button(labels.print, () => window.print()),
    ),
  );

  /** A link of a site that all can open; else the text alone. @param {object} puzzle @returns {Promise<boolean>} */
  async function shareElsewhere(puzzle) {
    for (const format of ["sudokupad", "f-puzzles", "line"]) {
      const result = await app.ask({ do: "write", format, puzzle });
      if (!result || (result.notes?.length && format !== "line")) continue; // it would not be the whole puzzle
      link.value = result.text.trim();
      foreign.textContent = format === "line" ? labels.text : labels.elsewhere(format);
      return true;
    }
    return false;
  }
  async function share() {
    const { marks, ...document } = /** @type {any} */ (puzzleToAsk(page.state, { played: played.checked }));
    const site = siteOf();
    if (site) link.value = site + hashOf({ place: "play", rest: [await packedRef(document)] });
    else if (!(await shareElsewhere(document))) return;
    try {
      await navigator.clipboard.writeText(link.value);
      app.say(labels.copied);
    } catch {
      link.select();
      app.say(labels.linked);
    }
  }
  async function write() {
    out.value = ""; // what was written before is not an answer
    const result = await app.ask({ do: "write", format: format.value });
    if (result)
      out.value = [
        result.text,
        ...(result.notes ?? []).map((/** @type {string} */ note) => `# ${note}`),
      ].join("\n");
  }
  /** @param {"svg" | "png"} kind */
  async function picture(kind) {
    const result = await app.ask({ do: "export", to: "svg" });
    if (!result) return;
    const svg = new Blob([result.svg], { type: "image/svg+xml" });
    app.save(kind === "svg" ? svg : await pixels(svg), `puzzle.${kind}`);
  }
  return /** @satisfies {import("../app.js").Panel} */ ({
    id: "share",
    element,
    ready(about) {
      format.replaceChildren(
        ...options(
          about.formats
            .filter((/** @type {any} */ each) => each.writes !== false)
            .map((/** @type {any} */ each) => [each.name ?? each, each.name ?? each]),
          "line",
        ),
      );
    },
  });
}

const ALONE = /^(localhost|127\.[\d.]+|\[::1\])?$/;
/** Where this page is for others: the site that was configured, or where it is now; none on one's own machine. */
const siteOf = () =>
  document.querySelector('meta[name="nonet-site"]')?.getAttribute("content") || (ALONE.test(location.hostname) ? "" : location.origin + location.pathname);

/** An SVG as pixels, three times its size. @param {Blob} svg @returns {Promise<Blob>} */
async function pixels(svg) {
  const address = URL.createObjectURL(svg),
    image = new Image();
  try {
    image.src = address;
    await image.decode();
    const canvas = h("canvas", { width: image.naturalWidth * 3, height: image.naturalHeight * 3 });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
