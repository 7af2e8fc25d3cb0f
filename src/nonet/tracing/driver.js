/* The page: the grid, the constraints, what happened, the counters and the tree.  Whatever can be
   clicked carries its move; what it does is in the session. */
class Grid {
  constructor(data, place) {
    const { board } = data, side = board.cell, front = boardPlace(board, place);
    this.board = board;
    this.values = data.values;
    this.cells = new Map();
    for (const [x, row, column, clue] of board.cells) {
      const name = data.names[x], g = svg("g", { transform: `translate(${column * side} ${row * side})` }, front);
      const back = svg("rect", { x: 1, y: 1, width: side - 2, height: side - 2, rx: 2, class: board.behind ? "back" : "back edge" }, g);
      if (board.named) svg("text", { x: side / 2, y: 8, "font-size": 9, class: "name" }, g).textContent = name;
      this.cells.set(name, { back, clue, inside: svg("g", {}, g) });
    }
  }
  show(domains, events) {
    const { board } = this, side = board.cell, top = board.named ? 12 : 0, room = side - top;
    const across = Math.ceil(Math.sqrt(this.values.length)), step = Math.min(room, side) / across, small = this.values.length <= 36;
    const gone = new Map(), lit = new Map();
    for (const event of events) {
      if (event.constraint) for (const x of event.constraint.scope) if (!lit.has(x)) lit.set(x, "scope");
      if (event.because && event.because.length <= NAMED) for (const x of event.because) lit.set(x, "why");
    }
    for (const event of events) if (event.variable) {
      lit.set(event.variable, "here");
      gone.set(event.variable, [...(gone.get(event.variable) || []), ...event.removed]);
    }
    for (const [x, cell] of this.cells) {
      const left = domains.get(x), struck = gone.get(x) || [], { inside } = cell;
      cell.back.setAttribute("class", `${board.behind ? "back" : "back edge"} ${lit.get(x) || ""}`);
      inside.replaceChildren();
      if (left.length === 1 && !struck.length || !small || !left.length && !struck.length) {
        const plain = left.length > 1;
        const value = svg("text", { class: !left.length ? "value none" : cell.clue ? "value clue" : "value", x: side / 2,
          y: top + room / 2, "font-size": plain ? 11 : room * 0.6 }, inside);
        value.textContent = plain ? `${left.length} left` : left.length ? board.symbols[this.values.indexOf(left[0])] : "∅";
        continue;
      }
      this.values.forEach((value, p) => {
        if (!left.includes(value) && !struck.includes(value)) return;
        const cx = (p % across + 0.5) * side / across, cy = top + (Math.floor(p / across) + 0.5) * step;
        if (left.includes(value) && left.length > 1) {
          const pick = svg("rect", { class: "pick", x: cx - side / across / 2, y: cy - step / 2, width: side / across, height: step,
            rx: 3 }, inside);
          offer(pick, { variable: x, value });
          svg("title", {}, pick).textContent = `branch: ${x} = ${value}, or not`;
        }
        svg("text", { class: !left.includes(value) ? "mark gone" : left.length === 1 ? "mark left" : "mark",
          "font-size": Math.min(16, step * 0.82), x: cx, y: cy }, inside).textContent = board.symbols[p];
      });
    }
  }
}

function drawTree(nodes, here, place) {
  const across = 26, down = 34, spot = [], kids = nodes.map(() => []);
  nodes.forEach((node, id) => { if (id) kids[node.parent].push(id); });
  let next = 0;
  for (const [id, done] of order(kids)) {
    if (!done) continue;
    const below = kids[id].map(kid => spot[kid][0]);
    // a left branch alone leaves room for its right one, yet to come
    spot[id] = [below.length ? (below[0] + (below.length > 1 ? below[1] : below[0] + across)) / 2 : next++ * across, nodes[id].depth * down];
    next = Math.max(next, Math.ceil(spot[id][0] / across) + 1);
  }
  const wide = Math.max(...spot.map(at => at[0])) + 44, tall = Math.max(...spot.map(at => at[1])) + 44;
  place.replaceChildren();
  const picture = svg("svg", { width: wide, height: tall, viewBox: `-22 -20 ${wide} ${tall}`, role: "img",
    "aria-label": `search tree of ${nodes.length} nodes` }, place);
  nodes.forEach((node, id) => {
    if (id) svg("path", { class: "link", d: `M${spot[node.parent]}L${spot[id]}` }, picture);
  });
  let at;
  nodes.forEach((node, id) => {
    const [x, y] = spot[id];
    const shape = svg("path", { d: nodeShape(node.status, x, y), class: `node ${node.status}${id === here ? " at" : ""}` }, picture);
    svg("title", {}, shape).textContent = `${node.label} (${node.status})`;
    if (id === here) at = spot[id];
  });
  place.scrollLeft = at[0] - place.clientWidth / 2;
  place.scrollTop = at[1] - place.clientHeight / 2;
}
function* order(kids) {      // each node after its children, without recursion
  const stack = [[0, false]];
  while (stack.length) {
    const [id, done] = stack.pop();
    if (!done) { stack.push([id, true]); for (const kid of [...kids[id]].reverse()) stack.push([kid, false]); }
    yield [id, done];
  }
}

function offer(element, choice) {  // what a click on it does; its text in data-move is for tests
  element.choice = choice;
  element.dataset.move = choice.act || choice.filter || `${choice.variable} = ${choice.value}`;
  return element;
}

class Page {
  constructor(data, place) {
    PHRASES = data.phrases;
    this.session = new Session(data);
    const [left, middle, right] = [0, 1, 2].map(() => make("section", { class: "column" }, place));
    this.controls = make("div", { class: "controls" }, left);
    this.buttons = {};
    for (const [move, text, title] of [
      ["pass", "one pass", "filter every waiting constraint once"], ["all", "propagate", "filter until nothing more is removed"],
      ["back", "backtrack", "to the other branch of the last guess"], ["undo", "undo", "take the last step back"]])
      this.buttons[move] = offer(make("button", { type: "button", title }, this.controls, text), { act: move });
    const label = make("label", {}, this.controls, "level");
    this.level = make("select", {}, label);
    for (const name of LEVELS) make("option", { value: name }, this.level, name);
    this.level.addEventListener("change", () => this.move({ level: this.level.value }));
    this.form = make("form", { class: "controls" }, left);
    const typed = make("label", {}, this.form, "or type");
    this.input = make("input", { type: "text", size: 22, placeholder: "row 2, R1C1 = 3, all, back, undo" }, typed);
    make("button", {}, this.form, "do");
    this.form.addEventListener("submit", event => {
      event.preventDefault();
      const text = this.input.value;
      this.move(text.trim() === "which" ? { act: "which" } : this.session.typed(text));
      this.input.value = "";
    });
    this.grid = new Grid(data, left);
    this.now = make("div", { class: "now", "aria-live": "polite" }, left);
    make("h2", {}, middle, "Constraints");
    const ask = make("div", { class: "controls" }, middle);
    this.ask = offer(make("button", { type: "button" }, ask, "which can filter?"), { act: "which" });
    this.answer = make("span", { class: "note" }, ask);
    this.list = make("ol", { class: "constraints" }, middle);
    for (const c of data.constraints)
      offer(make("button", { type: "button", title: c.sentence || `over ${c.scope.join(" ")}` }, make("li", {}, this.list), c.label), { filter: c.label });
    make("h2", {}, right, "Counters");
    this.counters = make("dl", { class: "counters" }, right);
    make("h2", {}, right, "Search tree");
    this.tree = make("div", { class: "tree" }, right);
    legend(document.getElementById("legend"), [["here", "changed now"], ["why", "its reasons"], ["scope", "the constraint"]],
      [["open", "open"], ["branch", "branched"], ["failed", "failed"], ["solved", "solved"]]);
    for (const [kind, on] of [["mouseover", true], ["mouseout", false], ["focusin", true], ["focusout", false]])
      this.list.addEventListener(kind, event => this.point(event.target.choice?.filter, on));
    document.addEventListener("click", event => {
      const found = event.target.closest("[data-move]");
      if (found) this.move(found.choice);
    });
    this.show();
  }
  move(choice) {
    if (choice.act === "which") return this.which();
    this.session.move(choice);
    this.show();
  }
  point(label, on) {         // the scope of the constraint that is pointed at
    const c = this.session.byLabel.get(label);
    for (const x of c ? c.scope : []) if (this.grid.cells.has(x)) this.grid.cells.get(x).back.classList.toggle("pointed", on);
  }
  which() {
    const can = new Set(this.session.canFilter());
    for (const { firstChild: button } of this.list.children) button.classList.toggle("can", can.has(button.choice.filter));
    this.answer.textContent = can.size ? `${can.size} of ${this.list.children.length}, marked` :
      this.session.state === "open" ? "none at this level: branch" : "none";
  }
  show() {
    const { session } = this, { at, said, state } = session;
    this.grid.show(at.domains, state === "solved" ? [] : said);  // solved: the grid alone
    this.now.className = `now ${{ failed: "failed", over: "failed", solved: "solved" }[state] || (said.some(e => e.kind === "branched") ? "branch" : "")}`;
    const list = make("ul", {}, null);
    for (const event of said) make("li", {}, list, event.words);
    this.now.replaceChildren(list);
    const advice = {
      failed: at.frames.length ? "A constraint cannot hold: backtrack, or undo." : "A constraint cannot hold, and no branch is open: there is no solution.",
      solved: at.frames.length ? "Every variable has its value and every constraint holds. Backtrack to look for another." : "Every variable has its value and every constraint holds.",
      over: "The search is over.",
      open: at.waiting.length ? (said.length ? "" : "Nothing has happened yet.") : "No constraint waits: click a candidate to branch.",
    }[state];
    if (advice) make("p", { class: "note" }, this.now, advice);
    if (state !== "open") list.scrollTop = list.scrollHeight;  // how it ended is the last line
    this.buttons.back.classList.toggle("offer", state === "failed" && at.frames.length > 0);
    this.buttons.back.disabled = !at.frames.length;
    this.buttons.undo.disabled = !session.history.length;
    for (const name of ["pass", "all"]) this.buttons[name].disabled = state !== "open" || !at.waiting.length;
    this.level.value = session.level;
    this.answer.textContent = "";
    const last = new Set(said.filter(event => event.constraint).map(event => event.constraint.label));
    for (const { firstChild: button } of this.list.children) {
      button.classList.remove("can");
      button.classList.toggle("last", last.has(button.choice.filter));
    }
    this.counters.replaceChildren();
    for (const [name, value] of Object.entries({ ...at.counters, "depth now": session.depth })) {
      make("dt", {}, this.counters, name);
      make("dd", {}, this.counters, value);
    }
    drawTree(at.nodes, at.here, this.tree);
  }
}

const errors = [];
window.addEventListener("error", event => errors.push(String(event.message)));
const driver = new Page(JSON.parse(document.getElementById("data").textContent), document.getElementById("drive"));

/* #selftest=[moves]: what tests read: each move is clicked where it can be, else typed.
   "solve" propagates, branches on a smallest domain and backtracks, all by clicks. */
if (location.hash.startsWith("#selftest=")) {
  const click = move => {
    const among = move.startsWith("@") ? driver.list : document, wanted = move.replace(/^@/, "");  // @: a constraint
    const found = [...among.querySelectorAll("[data-move]")].find(each => each.dataset.move === wanted);
    if (found) found.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    else { driver.input.value = move; driver.form.requestSubmit(); }
    return Boolean(found);
  };
  const report = [], tell = (move, clicked) => report.push({ move, clicked, state: driver.session.state,
    words: [...driver.now.querySelectorAll("li")].map(item => item.textContent),
    advice: [...driver.now.querySelectorAll("p")].map(item => item.textContent).join(),
    domains: Object.fromEntries(driver.session.at.domains), counters: { ...driver.session.at.counters }, depth: driver.session.depth,
    struck: document.querySelectorAll(".mark.gone").length, picks: document.querySelectorAll(".pick").length,
    can: [...document.querySelectorAll(".can")].map(button => button.textContent), nodes: driver.session.at.nodes,
    drawn: document.querySelectorAll(".tree .node").length, offered: document.querySelectorAll(".offer").length });
  for (const move of JSON.parse(decodeURIComponent(location.hash.slice(10)))) {
    if (move !== "solve") { tell(move, click(move)); continue; }
    for (let n = 0; n < 500 && !["solved", "over"].includes(driver.session.state); n++) {
      const { at, state } = driver.session;
      const open = [...at.domains].filter(([, values]) => values.length > 1).sort((a, b) => a[1].length - b[1].length);
      const next = state === "failed" ? "back" : at.waiting.length ? "all" : `${open[0][0]} = ${open[0][1][0]}`;
      const clicked = click(next);
      tell(next, clicked);
      if (state === "failed" && driver.session.state === "failed") break;
    }
  }
  writeReport({ report, errors });
}
