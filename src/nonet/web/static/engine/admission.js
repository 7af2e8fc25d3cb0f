// @ts-check
// The key in the address that `nonet web` gives is exchanged for a cookie and a token, which all
// tabs share.  The key leaves the address before anything else happens, and works once.
import { localBox, storage } from "../storage.js";

/** @typedef {{ ready: Promise<void>, token: () => string }} Admission */

const KEY = /^#key=([\w-]+)$/;

/** @returns {Admission} */
export function admission() {
  const keep = storage(localBox());
  let given = ""; // in a window that keeps nothing
  const [, key] = KEY.exec(location.hash) ?? [];
  if (key) history.replaceState(null, "", location.pathname + location.search);
  window.addEventListener("hashchange", event => {
    if (!KEY.test(location.hash)) return;
    event.stopImmediatePropagation(); // it is not a puzzle
    location.reload();
  });
  async function exchange() {
    if (!key) return;
    const answer = await fetch(new URL("../open", import.meta.url), { method: "POST", body: key });
    if (!answer.ok) return; // an old address: its tab may have been let in before
    given = await answer.text();
    keep.set("token", given);
  }
  // where no server answers, the first question says so
  return { ready: exchange().catch(() => {}), token: () => keep.get("token", given) };
}
