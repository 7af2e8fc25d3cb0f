// The end of a game: how long it took, what it needed, what comes next; and a record of it, kept in this browser.

import { clockText } from "../clock.js";
import { button, h } from "../dom.js";
import { docOfEntry, nextAfter } from "../library.js";
import { puzzleToAsk, docOf } from "../state.js";
import { words } from "../words.en.js";
import { keyOf, statistics } from "../work.js";

/** @param {import("../app.js").App} app */
export async function finish(app) {
  const labels = words.finish,
    doc = docOf(app.page.state),
    { about } = doc,
    seconds = app.clock.seconds,
    hints = app.hints();
  const earlier = app.work.records().filter(each => each.variant === about?.variant && each.level === about?.level),
    best = Math.min(...earlier.map(each => each.seconds));
  app.work.solved({
    id: about?.id ?? keyOf(doc),
    variant: about?.variant ?? "",
    level: about?.level ?? "",
    seconds,
    hints,
    when: Date.now(),
    ...(about?.day && { day: about.day }),
  });
  const { streak } = statistics(app.work.records(), new Date());
  const needed = h("p", {}),
    next = h("div", { class: "row" });
  const dialog = h(
    "dialog",
    { class: "finish", "aria-labelledby": "finish-title", onclose: () => dialog.remove() },
    h("h2", { id: "finish-title" }, labels.title),
    h("p", { class: "big" }, clockText(seconds)),
    h(
      "p",
      {},
      [
        about ? words.library.hard(about) : "",
        labels.hints(hints),
        earlier.length && seconds < best ? labels.best : "",
        about?.day && streak > 1 ? labels.streak(streak) : "",
      ]
        .filter(Boolean)
        .join(" · "),
    ),
    needed,
    next,
  );
  const away = button(labels.look, () => dialog.close());
  next.append(away);
  document.body.append(dialog);
  dialog.showModal();
  nextAfter(about, new Set(app.work.records().map(each => each.id))).then(entry => {
    if (entry && dialog.isConnected)
      next.prepend(
        button(
          labels.next(words.library.name(entry)),
          () => {
            dialog.close();
            app.openDoc(docOfEntry(entry), { kind: "game" });
          },
          { class: "main" },
        ),
      );
  });
  const path = button(labels.looking, () => {
    app.quietly(
      "finish",
      () => ({ do: "path", puzzle: { ...puzzleToAsk(app.page.state, { played: false }) }, seconds: 10 }),
      result => path.replaceWith(result?.solved ? labels.needed(result.techniques) : ""),
    );
  });
  needed.append(path);
}
