// Tabs: arrows go from one to the next, and one panel is in sight.

import { h } from "./dom.js";

export class Tabs {
  /** @param {HTMLElement} list @param {HTMLElement} place @param {{ id: string, title: string, icon: string, elements: HTMLElement[] }[]} tabs @param {string} name
   * @param {(id: string, on: boolean) => void} [seen] told which panel comes into sight, and which goes */
  constructor(list, place, tabs, name, seen) {
    this.seen = seen;
    this.tabs = tabs;
    list.setAttribute("aria-label", name);
    this.buttons = tabs.map(({ id, title, icon }, index) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${id}`,
          "aria-controls": `panel-${id}`,
          onclick: () => this.choose(index),
        },
        icon && h("img", { src: icon, alt: "", width: 26, height: 26 }),
        title,
      ),
    );
    this.panels = tabs.map(({ id, elements }) =>
      h(
        "div",
        { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, class: "panel", tabindex: -1 },
        elements,
      ),
    );
    list.append(...this.buttons);
    place.append(...this.panels);
    list.addEventListener("keydown", event => {
      const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
      if (!step) return;
      event.preventDefault();
      const now = this.buttons.indexOf(/** @type {any} */ (document.activeElement)),
        { length } = tabs;
      this.choose(step === -Infinity ? 0 : step === Infinity ? length - 1 : (now + step + length) % length);
      this.buttons.find(each => each.tabIndex === 0)?.focus();
    });
    this.chosen = 0;
    this.choose(0);
  }

  /** @param {number} chosen */
  choose(chosen) {
    this.chosen = chosen;
    this.buttons.forEach((each, index) => {
      each.setAttribute("aria-selected", String(index === chosen));
      each.tabIndex = index === chosen ? 0 : -1;
    });
    this.panels.forEach((each, index) => {
      const changed = each.hidden !== (index !== chosen);
      each.hidden = index !== chosen;
      if (changed) this.seen?.(this.tabs[index].id, index === chosen);
    });
  }
}
