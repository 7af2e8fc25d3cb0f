// What is in sight: a place (the front, play, set, ask, learn, a drill), or a sheet over the puzzle that is there.

import { button, h } from "./dom.js";
import { KINDS, SHEETS, hashOf } from "./routes.js";
import { words } from "./words.en.js";

/** @typedef {import("./app.js").Panel} Panel @typedef {import("./routes.js").View} View */

/** @param {import("./app.js").App} app @param {{ nav: HTMLElement, bar: HTMLElement, panels: HTMLElement }} elements
 * @param {Record<string, Panel[]>} all the panels of each place and each sheet, by its name */
export function viewsOf(app, { nav, bar, panels }, all) {
  const labels = words.views;
  const links = Object.entries(labels.places).map(([place, title]) =>
    h(
      "a",
      { id: `tab-${place}`, "data-place": place, href: hashOf({ place }) },
      place === "front" ? h("img", { src: "icon.svg", alt: "", width: 26, height: 26 }) : "",
      title,
    ),
  );
  const buttons = SHEETS.map(sheet =>
    button(labels.sheets[sheet], () => app.sheet(app.page.state.view.sheet === sheet ? "" : sheet), {
      id: `sheet-${sheet}`,
      "aria-controls": `panel-${sheet}`,
    }),
  );
  const edit = button(labels.edit, () => app.copyTo("draft"), { title: labels.editMore }),
    play = button(labels.play, () => app.copyTo("game"), { title: labels.playMore }),
    close = button(labels.close, () => app.sheet(""), { class: "quiet" });
  nav.setAttribute("aria-label", labels.nav);
  nav.append(...links);
  bar.setAttribute("aria-label", labels.bar);
  bar.append(...buttons, edit, play, close);
  const sections = Object.entries(all).map(([name, each]) =>
    h(
      "section",
      { id: `panel-${name}`, class: "panel", hidden: true, "aria-label": labels.sheets[name] ?? labels.places[name] ?? labels.drill },
      each.map(panel => panel.element),
    ),
  );
  panels.append(...sections);
  const keyOf = (/** @type {View} */ { place, sheet }) => sheet || place;

  return {
    /** The panels in sight. @param {View} view */
    panels: view => all[keyOf(view)] ?? [],
    /** @param {import("./state.js").State} state */
    show({ view, kind, ref, aside }) {
      const { place, sheet } = view;
      document.body.dataset.view = place;
      document.body.dataset.sheet = sheet;
      bar.hidden = !KINDS[place] || place === "drill";
      for (const link of links) {
        const own = KINDS[String(link.dataset.place)],
          at = own === kind ? ref : own && aside[own]?.ref;
        link.setAttribute("href", hashOf({ place: String(link.dataset.place), rest: at ? [at] : [] }));
        if (link.dataset.place === place) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
      }
      buttons.forEach((each, index) => each.setAttribute("aria-expanded", String(SHEETS[index] === sheet)));
      edit.hidden = kind === "draft";
      play.hidden = kind === "game";
      close.hidden = !sheet || place === "ask";
      for (const section of sections) section.hidden = section.id !== `panel-${keyOf(view)}`;
    },
    keyOf,
  };
}
