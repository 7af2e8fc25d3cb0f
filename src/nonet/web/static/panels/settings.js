// What a person can choose once and for all, and the card of keys: dialogs.

import { button, h, labelled, options, row } from "../dom.js";
import { words } from "../words.en.js";

/** @param {import("../app.js").App} app */
export function openSettings(app) {
  const labels = words.settings,
    settings = app.settings();
  const choice = (/** @type {"theme" | "first"} */ name, /** @type {Record<string, string>} */ choices) => {
    const list = h("select", { onchange: () => app.choose({ [name]: list.value }) }, ...options(Object.entries(choices), settings[name]));
    return labelled(labels[name], list);
  };
  const flags = /** @type {const} */ (["conflicts", "tidy", "same", "timer"]).map(name => {
    const box = h("input", { type: "checkbox", checked: settings[name], onchange: () => app.choose({ [name]: box.checked }) });
    return h("label", { class: "flag" }, box, labels.flags[name]);
  });
  const limit = h("input", { type: "number", min: 1, max: 3600, value: settings.limit, onchange: () => limit.checkValidity() && app.choose({ limit: limit.valueAsNumber }) });
  dialogOf("settings", labels.title, [
    choice("theme", labels.themes),
    ...flags,
    choice("first", labels.firsts),
    labelled(labels.limit, limit),
    h("p", { class: "counted" }, app.running()),
  ]);
}

/** The card of keys. */
export function openKeys() {
  const keys = words.keys.flatMap(([key, what]) => [h("dt", h("kbd", key)), h("dd", what)]);
  dialogOf("keys", words.play.keys, [h("dl", { class: "keys" }, ...keys)]);
}

/** A dialog, unless one is open. @param {string} name @param {string} title @param {HTMLElement[]} inside @returns {HTMLDialogElement | null} */
export function dialogOf(name, title, inside) {
  if (document.querySelector("dialog[open]")) return null;
  const dialog = h(
    "dialog",
    { "aria-labelledby": `${name}-title`, onclose: () => dialog.remove() },
    h("h2", { id: `${name}-title` }, title),
    ...inside,
    row(
      button(words.settings.close, () => dialog.close()),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
