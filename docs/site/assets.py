"""Small files of the site: a style sheet, and what lets search work in pages read from files."""

from __future__ import annotations

CSS = """
.md-grid { max-width: 68rem; }
@media screen { .md-typeset th:empty { display: none; } }
.md-typeset .output { overflow: auto; }
.md-typeset .output svg, .md-typeset img[src$=".svg"] { border-radius: .2rem; background: #fff; }
.md-typeset table:not([class]) { font-size: .7rem; }
"""

# Browsers start no worker for a page that was opened as a file. The worker's script then runs in a
# hidden frame instead. The name IFrameWorker is what Material's search looks for.
WORKER = """
if (location.protocol === "file:") {
  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inside = frame.contentWindow;
      const load = address => new Promise((done, failed) => {
        const script = inside.document.createElement("script");
        script.src = address;
        script.onload = done;
        script.onerror = failed;
        inside.document.body.append(script);
      });
      inside.importScripts = (...all) => Promise.all(all.map(load));
      inside.postMessage = data => {
        const message = new MessageEvent("message", {data});
        this.dispatchEvent(message);
        if (this.onmessage) this.onmessage(message);
      };
      this.inside = inside;
      this.loaded = load(new URL(url, location.href).href);
    }
    postMessage(data) {
      this.loaded.then(() => this.inside.dispatchEvent(new MessageEvent("message", {data})));
    }
    terminate() {}
  };
}
"""

ASSETS = {"assets/site.css": CSS, "assets/iframe-worker.js": WORKER}
