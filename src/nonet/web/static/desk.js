// The documents on the desk: how one is opened, found again among those that were kept, and named in the address.
//
//     const desk = deskOf(app, drawn, views); await desk.follow("#/play/2026-11-29"); await desk.openDoc(doc, { kind: "draft" });

import { geometryOf } from "./geometry.js";
import { pushed } from "./history.js";
import { docOfRef, refOf } from "./library.js";
import { beginning, plainOf } from "./opening.js";
import { KINDS, hashOf, hashOfState, viewOf } from "./routes.js";
import { documentOf, packedRef } from "./share.js";
import { docOf, opened } from "./state.js";
import { isClues } from "./storage.js";
import { words } from "./words.en.js";
import { keyOf } from "./work.js";

/** @typedef {import("./state.js").State} State @typedef {import("./state.js").Doc} Doc @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./routes.js").View} View @typedef {import("./routes.js").Kind} Kind */
/** How a document is opened: as which kind (that of the place in sight), with which picture, in which view, under which name in the address, begun in which turn.
 * @typedef {{ kind?: Kind, geometry?: Geometry | null, view?: Partial<View>, ref?: string, at?: number }} Opening */

/** What was last at work of a kind, or what that kind begins with. @param {import("./app.js").App["work"]} work @param {Kind} kind
 * @returns {{ state: State, seconds: number }} */
export function latest(work, kind) {
  const [last] = work.of(kind);
  if (!last) return { state: beginning(kind), seconds: 0 };
  const { id, history, geometry, point, seconds } = last;
  return { state: { ...beginning(kind), id, history, geometry, point, cursor: geometry.cells[0][0], selected: new Set([geometry.cells[0][0]]) }, seconds };
}

/** @param {import("./app.js").App} app @param {WeakMap<object, Geometry>} drawn the pictures of puzzles
 * @param {(view: View) => import("./app.js").Panel[]} panels those in sight of a view */
export function deskOf(app, drawn, panels) {
  const { page, work, clock } = app;
  let following = 0, // addresses that are being followed: what they show is not a step for Back
    turn = 0, // counts addresses and documents: what was read for an earlier one comes too late
    reading = 0; // the turn whose link is being read

  /** Open a document as an engine or an address gives it. @param {Record<string, any>} document @param {Opening} [how] @returns {Promise<boolean>} */
  async function openDocument(document, how = {}) {
    const { clues = {}, entries = {} } = document,
      at = turn;
    const plain = isClues(clues) && isClues(entries) && plainOf({ puzzle: document }); // it needs no engine
    const result = plain ? { ...plain, clues } : await app.draw(document);
    if (!result) return false;
    return openDoc(opened({ ...document, clues: result.clues ?? {}, entries }), { geometry: geometryOf(result), at, ...how });
  }

  /** Open a document as the page keeps it; a game that was begun goes on. @param {Doc} doc @param {Opening} [how] @returns {Promise<boolean>} */
  async function openDoc(doc, { kind = KINDS[app.place()] || "game", geometry, view, ref = refOf(doc.about), at = turn } = {}) {
    geometry ??= drawn.get(doc.puzzle) ?? plainOf(doc) ?? ((await app.draw(doc.puzzle, doc.clues)) && drawn.get(doc.puzzle));
    if (!geometry || at !== turn) return false;
    app.keepWork();
    const place = Object.keys(KINDS).find(name => KINDS[name] === kind) ?? "play",
      id = kind === "draft" ? Date.now().toString(36) : `${doc.about?.day ?? ""}${doc.about?.id ?? keyOf(doc)}`,
      before = kind === "game" ? work.of(kind).find(each => each.id === id && !each.done) : undefined;
    const played = Object.keys(doc.play).length,
      history = before && (played ? pushed(before.history, doc) : before.history);
    bring({
      doc: history?.now ?? doc,
      geometry,
      kind,
      id,
      history,
      ref,
      point: before?.point,
      seconds: before?.seconds,
      view: { place, rest: ref ? [ref] : [], sheet: app.place() === place ? page.state.view.sheet : place === "ask" ? "solve" : "", ...view },
    });
    return true;
  }

  /** @param {{ kind: Kind, id: string, doc: Doc, geometry: Geometry, view: View, seconds?: number, [more: string]: unknown }} opening */
  function bring({ seconds = 0, ...opening }) {
    turn += 1;
    drawn.set(opening.doc.puzzle, opening.geometry);
    clock.begin(`${opening.kind} ${opening.id}`, seconds);
    const hash = hashOf(opening.view); // a drill is opened after its address was followed: Back leads past both
    if (!following && hash !== location.hash) window.history.pushState(null, "", hash);
    page.do("open", opening);
  }

  /** Show what an address names. @param {string} hash @returns {Promise<boolean>} whether there is such a thing */
  async function follow(hash) {
    const view = viewOf(hash),
      kind = view && KINDS[view.place],
      [ref] = view?.rest ?? [],
      at = (turn += 1);
    following += 1;
    try {
      if (!view) throw new Error("no address");
      if (!kind || kind === "drill" || !ref || refsOf(view.place).includes(ref)) show(view);
      else {
        reading = at;
        if (!(await openRef(ref, kind, view, at))) return false;
      }
      for (const panel of panels(view)) panel.visit?.(view.rest);
      return true;
    } catch {
      if (at === turn) app.say(words.app.damaged);
      return false;
    } finally {
      following -= 1;
      if (reading === at) reading = 0;
    }
  }

  /** A place, with the document of it that was at hand, was kept, or is the first. @param {View} view */
  function show(view) {
    const kind = KINDS[view.place];
    if (!kind || kind === page.state.kind || page.state.aside[kind]) return page.do("show", view);
    const { state, seconds } = latest(work, kind);
    bring({ ...state, doc: docOf(state), view, seconds });
  }

  /** The puzzle that an address names, as a document of a kind; nothing where one has gone on meanwhile.
   * @param {string} ref @param {Kind} kind @param {View} view @param {number} at @returns {Promise<boolean>} */
  async function openRef(ref, kind, view, at) {
    const document = await documentOf(ref);
    if (!document) {
      const doc = await docOfRef(ref);
      if (!doc) throw new Error("no such puzzle");
      return openDoc(doc, { kind, view, ref, at });
    }
    if ("text" in document) {
      const result = await app.ask({ do: "read", text: document.text, puzzle: undefined });
      return Boolean(result) && openDocument(result.puzzle, { kind, view: { ...view, rest: [] }, at });
    }
    const key = keyOf(opened(document)),
      draft = kind === "draft" && work.of(kind).find(({ history: { past, now } }) => [...past, now].some(each => keyOf(each) === key));
    if (!draft) return openDocument(document, { kind, view, ref, at });
    if (at !== turn) return false;
    bring({ ...draft, view });
    return true;
  }

  /** What an address calls the puzzle of a place that is at hand. @param {string} place @returns {string[]} */
  function refsOf(place) {
    const { kind, ref, aside } = page.state,
      own = KINDS[place],
      at = own === kind ? ref : own && aside[own]?.ref;
    return at ? [at] : [];
  }

  return {
    openDocument,
    openDoc,
    follow,
    refsOf,
    turn: () => turn,
    /** Go to where an address leads. @param {{ place: string, rest?: string[], sheet?: string }} view */
    visit(view) {
      window.history.pushState(null, "", hashOf(view));
      return follow(location.hash);
    },
    /** Forget all games, drafts, records and lessons. @returns {() => void} brings them back */
    forget() {
      const anew = (/** @type {State} */ state) => page.do("open", { ...state, doc: docOf(state), view: page.state.view, aside: {} });
      anew(beginning("game"));
      const back = work.forget();
      return () => (back(), anew(latest(work, "game").state));
    },
    /** Keep the address that of what is shown; a puzzle that has no name there gets one. */
    address() {
      if (reading && reading === turn) return; // it is that of what will be shown
      const { state } = page,
        hash = hashOfState(state);
      if (hash !== (location.hash || "#/")) window.history.replaceState(null, "", hash);
      if (state.ref || state.kind === "drill" || !KINDS[state.view.place]) return;
      const { puzzle, clues, about } = docOf(state);
      if (about) return page.do("named", { ref: refOf(about) });
      packedRef({ ...puzzle, clues }).then(ref => {
        const now = docOf(page.state);
        if (now.puzzle === puzzle && now.clues === clues && !page.state.ref) page.do("named", { ref });
      });
    },
  };
}
