// In and out: any text or link, a file dropped on the page; an address to share, texts, pictures, paper.

import { button, h, labelled, options } from "../dom.js";
import { puzzleToAsk } from "../state.js";
import { fragmentOf } from "../share.js";
import { words } from "../words.en.js";

/** @param {import("../app.js").App} app */
export function sharePanel(app) {
  const { page } = app,
    labels = words.share;
  const text = h("textarea", { rows: 6, spellcheck: "false", placeholder: labels.placeholder }),
    notes = h("div", { class: "answer" });
  const file = h("input", {
    type: "file",
    onchange: async () => {
      const [chosen] = file.files ?? [];
      if (chosen) take(chosen);
    },
  });
  const played = h("input", { type: "checkbox" }),
    link = h("input", { readonly: true, type: "text", onfocus: () => link.select() });
  const format = h("select", {}),
    out = h("textarea", { rows: 4, readonly: true, "aria-label": labels.written });
  let back = () => {};
  const foreign = h("p", { hidden: true }, labels.local);
  const element = h(
    "div",
    {},
    h("h2", {}, labels.openTitle),
    labelled(labels.paste, text),
    h(
      "div",
      { class: "row" },
      button(labels.open, () => open(text.value), { class: "main" }),
      labelled(labels.file, file),
    ),
    notes,
    h("h2", {}, labels.newTitle),
    h(
      "div",
      { class: "row" },
      ...labels.sizes.map(([name, grid]) =>
        button(name, async () => {
          if (!(await app.openDocument(grid))) return;
          app.say(labels.blank);
          done();
        }),
      ),
    ),
    h("h2", {}, labels.shareTitle),
    h("p", {}, labels.shareAbout),
    h("label", { class: "flag" }, played, labels.played),
    h("div", { class: "row" }, button(labels.link, share), labelled(labels.address, link)),
    foreign,
    h("h2", {}, labels.writeTitle),
    h("div", { class: "row" }, labelled(labels.format, format), button(labels.write, write)),
    out,
    h(
      "div",
      { class: "row" },
      button(labels.svg, () => picture("svg")),
      button(labels.png, () => picture("png")),
      button(labels.print, () => window.print()),
    ),
  );

  /** @param {File} chosen */
  async function take(chosen) {
    if (chosen.size > labels.most) {
      app.say(labels.large);
      return;
    }
    open(await chosen.text());
  }
  /** @param {string} given */
  async function open(given) {
    if (!given.trim()) {
      app.say(labels.empty);
      return;
    }
    const [ours] = /#[pt]=[^\s<>"']+/.exec(given) ?? []; // a link of this page's, from here or elsewhere
    if (ours) {
      if (!(await app.follow(ours))) return;
      app.say(labels.opened(""));
      done();
      return;
    }
    const result = await app.ask({ do: "read", text: given, puzzle: undefined });
    if (!result) {
      const why = app.status();
      if (why !== words.app.cancelled) app.say(labels.unread(why));
      notes.replaceChildren(h("p", {}, app.status()));
      return;
    }
    if (!(await app.openDocument(result.puzzle))) return;
    notes.replaceChildren(
      h("p", {}, labels.opened(result.format)),
      h("ul", {}, ...(result.notes ?? []).map((/** @type {string} */ note) => h("li", {}, note))),
    );
    app.say(labels.opened(result.format));
    if (!result.notes?.length) done(); // what was left out is read here
  }
  function done() {
    back();
    back = () => {};
  }
  async function share() {
    const { marks, ...document } = /** @type {any} */ (puzzleToAsk(page.state, { played: played.checked }));
    const fragment = await fragmentOf(document);
    link.value = location.origin + location.pathname + fragment;
    foreign.hidden = app.engine === "browser";
    history.replaceState(null, "", location.search + fragment);
    try {
      await navigator.clipboard.writeText(link.value);
      app.say(labels.copied);
    } catch {
      link.select();
      app.say(labels.linked);
    }
  }
  async function write() {
    out.value = ""; // what was written before is no answer
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
  document.addEventListener("paste", event => {
    const { target, clipboardData } = event;
    if (target instanceof Element && target.closest("input, textarea, select, dialog")) return;
    const [pasted] = clipboardData?.files ?? [],
      words = clipboardData?.getData("text/plain");
    if (pasted) take(pasted);
    else if (words?.trim()) open(words);
  });
  window.addEventListener("dragover", event => {
    if (event.dataTransfer?.types.some(type => type === "Files" || type === "text/plain"))
      event.preventDefault();
  });
  window.addEventListener("drop", event => {
    const [dropped] = event.dataTransfer?.files ?? [],
      words = event.dataTransfer?.getData("text/plain");
    if (!dropped && !words) return;
    event.preventDefault();
    if (dropped) take(dropped);
    else if (words) open(words);
  });

  return {
    id: "share",
    title: labels.title,
    element,
    /** @param {() => void} then where to go when a puzzle is open */
    begin(then) {
      back = then;
      text.focus();
    },
    /** @param {any} about */
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
  };
}

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
