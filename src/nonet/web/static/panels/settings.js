// What a person can choose once and for all, and the list of keys: a dialog.

import { button, h, labelled, options } from "../dom.js";
import { words } from "../words.en.js";

/** @param {import("../app.js").App} app */
export function openSettings(app) {
  const told = words.settings,
    settings = app.settings();
  const theme = h(
    "select",
    { onchange: () => app.choose({ theme: /** @type {any} */ (theme.value) }) },
    ...options(Object.entries(told.themes), settings.theme),
  );
  const flags = /** @type {const} */ (["conflicts", "same", "timer"]).map(name => {
    const box = h("input", {
      type: "checkbox",
      checked: settings[name],
      onchange: () => app.choose({ [name]: box.checked }),
    });
    return h("label", { class: "flag" }, box, told.flags[name]);
  });
  const dialog = h(
    "dialog",
    { "aria-labelledby": "settings-title", onclose: () => dialog.remove() },
    h("h2", { id: "settings-title" }, told.title),
    labelled(told.theme, theme),
    ...flags,
    h("h3", {}, told.keys),
    h(
      "dl",
      { class: "keys" },
      ...words.keys.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]),
    ),
    h("p", { class: "counted" }, app.running()),
    h(
      "div",
      { class: "row" },
      button(told.close, () => dialog.close()),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
