/* Plays runs of a solver.  The data says what changed at each event, and tells it in words;
   everything else shown here is worked out from that, in three parts: replay, tree, page. */
const POSTED = 0, FILTERED = 1, BRANCHED = 2, WIPED = 3, BACKTRACKED = 4, SOLVED = 5, STOPPED = 6;
const EVERY = 64;  // so many events lie between two states that are kept
const BITS = 30;   // values in one word of a mask

/* ---- replay: the domains after any number of events ---- */

class Replay {
  constructor(run) {
    this.run = run;
    this.words = Math.max(1, Math.ceil(run.values.length / BITS));
    const state = new Int32Array(run.names.length * this.words);
    run.domains.forEach((places, x) => places.forEach(p => this.put(state, x, p)));
    this.kept = [];
    let stack = [];
    for (let n = 0; n <= run.events.length; n++) {
      if (n % EVERY === 0) this.kept.push([state.slice(), stack.slice()]);
      if (n < run.events.length) stack = this.apply(run.events[n], state, stack);
    }
    this.cached = null;
  }
  put(state, x, place) { state[x * this.words + Math.floor(place / BITS)] |= 1 << place % BITS; }
  drop(state, x, place) { state[x * this.words + Math.floor(place / BITS)] &= ~(1 << place % BITS); }
  has(state, x, place) { return state[x * this.words + Math.floor(place / BITS)] >> place % BITS & 1; }
  left(state, x) {
    const found = [];
    for (let p = 0; p < this.run.values.length; p++) if (this.has(state, x, p)) found.push(p);
    return found;
  }
  only(state, x, place) {
    for (let w = 0; w < this.words; w++) state[x * this.words + w] = 0;
    if (place >= 0) this.put(state, x, place);
  }
  apply(event, state, stack) {
    switch (event[0]) {
      case FILTERED:
        for (const p of [].concat(event[2])) this.drop(state, event[1], p);
        break;
      case BRANCHED:
        stack = this.back(event[3], state, stack);
        stack = stack.concat([state.slice()]);
        this.only(state, event[1], event[2]);
        break;
      case BACKTRACKED:
        stack = this.back(event[1], state, stack);
        break;
      case SOLVED:
        if (event[1]) event[1].forEach((p, x) => { if (p >= 0) this.only(state, x, p); });
    }
    return stack;
  }
  back(depth, state, stack) {
    if (stack.length < depth) return stack;
    state.set(stack[depth - 1]);
    return stack.slice(0, depth - 1);
  }
  at(number) {
    const from = this.cached && this.cached.number <= number && number - this.cached.number < EVERY
      ? this.cached : null;
    const start = Math.floor(number / EVERY);
    let [state, stack] = from ? [from.state.slice(), from.stack] :
      [this.kept[start][0].slice(), this.kept[start][1]];
    for (let n = from ? from.number : start * EVERY; n < number; n++)
      stack = this.apply(this.run.events[n], state, stack);
    this.cached = { number, state, stack };
    return this.cached;
  }
}

/* ---- tree: as in tree.py ---- */

function searchTree(run) {
  const nodes = [{ id: 0, parent: -1, label: "the start", depth: 0, end: 0, status: "open", children: [], size: 1, solutions: 0 }];
  let path = [0], posted = 0;
  run.events.forEach((event, i) => {
    const here = nodes[path[path.length - 1]], number = i + 1;
    switch (event[0]) {
      case BRANCHED: {
        path.length = Math.min(path.length, event[3]);
        const parent = nodes[path[path.length - 1]];
        parent.status = "branch";
        const made = { id: nodes.length, parent: parent.id, depth: event[3], end: number, status: "open",
          label: `${run.names[event[1]]} = ${run.values[event[2]]}`, children: [], size: 1, solutions: 0 };
        parent.children.push(made.id);
        path.push(made.id);
        nodes.push(made);
        break;
      }
      case BACKTRACKED: path.length = Math.min(path.length, event[1]); break;
      case WIPED: here.status = "failed"; here.end = number; break;
      case SOLVED:
        if (here.status === "open") here.status = "solved";
        here.end = number; here.solutions++;
        break;
      case POSTED: posted++; break;
      case FILTERED: if (!here.children.length) here.end = number;
    }
  });
  if (!nodes[0].end) nodes[0].end = posted;
  for (let i = nodes.length - 1; i > 0; i--) {
    nodes[nodes[i].parent].size += nodes[i].size;
    nodes[nodes[i].parent].solutions += nodes[i].solutions;
  }
  return nodes;
}
function deadBranches(nodes) {
  const found = new Set();
  const visit = [0];
  while (visit.length) {
    const node = nodes[visit.pop()];
    const dead = node.id && node.status === "branch" && !node.solutions &&
      !nodes.slice(node.id, node.id + node.size).some(n => n.status === "open");
    if (dead) found.add(node.id);
    else visit.push(...node.children);
  }
  return found;
}

/* ---- page ---- */

class Board {
  constructor(replay, place) {
    this.replay = replay;
    const { board } = replay.run, side = board.cell, front = boardPlace(board, place);
    const values = board.symbols.length;
    const across = Math.ceil(Math.sqrt(values));
    this.small = values <= 36;
    this.cells = new Map();
    for (const [x, row, column, clue] of board.cells) {
      const g = svg("g", { transform: `translate(${column * side} ${row * side})` }, front);
      const back = svg("rect", { x: 1, y: 1, width: side - 2, height: side - 2, rx: 2, class: "back" }, g);
      if (!board.behind) back.classList.add("edge");
      const title = svg("title", {}, g);
      title.textContent = replay.run.names[x];
      const top = board.named ? 12 : 0, room = side - top;
      if (board.named) svg("text", { x: side / 2, y: 8, "font-size": 9, class: "name" }, g).textContent = replay.run.names[x];
      const marks = [];
      const step = Math.min(room, side) / across;
      if (this.small) for (let p = 0; p < values; p++) {
        const mark = svg("text", { class: "mark off", "font-size": Math.min(16, step * 0.82),
          x: (p % across + 0.5) * side / across, y: top + (Math.floor(p / across) + 0.5) * step }, g);
        mark.textContent = board.symbols[p];
        marks.push(mark);
      }
      const value = svg("text", { class: clue ? "value clue" : "value", x: side / 2, y: top + room / 2,
        "font-size": room * 0.6 }, g);
      this.cells.set(x, { back, marks, value, seen: null });
    }
    this.lit = [];
  }
  show(now, event) {
    const { run } = this.replay, symbols = run.board.symbols;
    for (const cell of this.lit) {
      cell.back.classList.remove("here", "why", "scope");
      cell.seen = null;
    }
    this.lit = [];
    const gone = new Map();
    if (event && event[0] === FILTERED) gone.set(event[1], [].concat(event[2]));
    for (const [x, cell] of this.cells) {
      let key = "";
      for (let w = 0; w < this.replay.words; w++) key += now.state[x * this.replay.words + w] + ",";
      if (key === cell.seen && !gone.has(x)) continue;
      cell.seen = gone.has(x) ? null : key;
      const left = this.replay.left(now.state, x), removed = gone.get(x) || [];
      const single = left.length === 1 && !removed.length;
      const plain = !this.small && !single;
      cell.value.textContent = single ? symbols[left[0]] : left.length || removed.length ? (plain ? `${left.length} left` : "") : "∅";
      cell.value.style.fontSize = plain ? "11px" : "";
      cell.value.classList.toggle("none", !left.length);
      cell.marks.forEach((mark, p) => {
        mark.setAttribute("class", removed.includes(p) ? "mark gone" :
          !single && left.includes(p) ? (left.length === 1 ? "mark left" : "mark") : "mark off");
      });
    }
    if (!event) return;
    const light = (x, kind) => {
      const cell = this.cells.get(x);
      if (cell) { cell.back.classList.add(kind); this.lit.push(cell); }
    };
    const rule = event[0] === FILTERED ? event[3] : event[0] === WIPED ? event[2] : event[0] === POSTED ? event[1] : -1;
    if (rule >= 0) for (const x of run.scopes[rule]) light(x, "scope");
    if (event[0] === FILTERED || event[0] === WIPED) {
      const why = event[0] === FILTERED ? event[4] : event[3];
      if (why !== -1) for (const x of why) light(x, "why");  // -1: all of the scope
    }
    if ((event[0] === FILTERED || event[0] === BRANCHED || event[0] === WIPED) && event[1] >= 0) light(event[1], "here");
  }
}

class Tree {
  constructor(player, place) {
    this.player = player;
    this.nodes = searchTree(player.run);
    this.dead = deadBranches(this.nodes);
    this.folded = new Set(this.dead);
    this.element = make("div", { class: "tree", tabindex: 0, role: "group",
      "aria-label": "search tree: n and N go to the next and last node" }, place);
    this.shapes = new Map();
    this.draw();
  }
  fold() {
    this.folded = this.folded.size ? new Set() : new Set(this.dead);
    this.draw();
    this.mark(this.player.number);
  }
  draw() {
    const across = 22, down = 34, spot = new Map(), { nodes } = this;
    let next = 0, deepest = 0;
    const shown = [];
    const order = [[0, false]];
    while (order.length) {             // children before their parent, without recursion
      const [id, done] = order.pop(), node = nodes[id];
      const kids = this.folded.has(id) ? [] : node.children;
      if (done || !kids.length) {
        const x = kids.length ? (spot.get(kids[0])[0] + spot.get(kids[kids.length - 1])[0]) / 2 : next++ * across;
        spot.set(id, [x + 0, node.depth * down]);
        deepest = Math.max(deepest, node.depth);
        shown.push(id);
      } else {
        order.push([id, true]);
        for (let i = kids.length - 1; i >= 0; i--) order.push([kids[i], false]);
      }
    }
    this.element.replaceChildren();
    this.shapes.clear();
    if (shown.length > 6000) {
      make("p", { class: "note" }, this.element, `${shown.length} nodes are too many to draw: fold failures (f).`);
      return;
    }
    const picture = svg("svg", { width: next * across + 20, height: deepest * down + 44,
      viewBox: `-20 -18 ${next * across + 20} ${deepest * down + 44}` }, this.element);
    for (const id of shown) for (const kid of this.folded.has(id) ? [] : nodes[id].children) {
      const [x1, y1] = spot.get(id), [x2, y2] = spot.get(kid);
      svg("path", { class: "link", d: `M${x1} ${y1}L${x2} ${y2}` }, picture);
    }
    for (const id of shown) {
      const node = nodes[id], [x, y] = spot.get(id), folded = this.folded.has(id);
      const kind = folded ? "failed" : node.status;
      const d = nodeShape(folded ? "folded" : kind, x, y);
      const shape = svg("path", { d, class: `node ${kind}` }, picture);
      svg("title", {}, shape).textContent = folded ?
        `${node.label}: ${node.size} nodes, all failed; click to unfold` : `${node.label} (${node.status})`;
      if (folded) svg("text", { x, y: y + 19 }, picture).textContent = node.size;
      shape.addEventListener("click", () => {
        if (this.folded.delete(id)) this.draw();
        this.player.go(node.end);
      });
      this.shapes.set(id, shape);
    }
  }
  current(number) {           // the last node met by then that is still open or just settled
    const { events } = this.player.run;
    const path = [0];
    let met = 0;
    for (let i = 0; i < number; i++) {
      if (events[i][0] === BRANCHED) { path.length = Math.min(path.length, events[i][3]); path.push(++met); }
      else if (events[i][0] === BACKTRACKED) path.length = Math.min(path.length, events[i][1]);
    }
    return path[path.length - 1];
  }
  mark(number) {
    let id = this.current(number);
    this.here = id;
    if (this.at) this.at.classList.remove("at");
    while (id > 0 && !this.shapes.has(id)) id = this.nodes[id].parent;
    this.at = this.shapes.get(id);
    if (!this.at) return;
    this.at.classList.add("at");
    const box = this.at.getBBox(), view = this.element;
    if (box.x < view.scrollLeft || box.x > view.scrollLeft + view.clientWidth - 60)
      view.scrollLeft = Math.max(0, box.x - view.clientWidth / 2);
    if (box.y < view.scrollTop - 20 || box.y > view.scrollTop + view.clientHeight - 60)
      view.scrollTop = Math.max(0, box.y - view.clientHeight / 2);
  }
}

class Player {
  constructor(run, place) {
    this.run = run;
    this.replay = new Replay(run);
    this.element = make("section", { class: "run", "aria-label": `run of ${run.backend}` }, place);
    make("h2", {}, this.element, run.backend);
    const stats = Object.entries(run.stats).map(([name, value]) => `${name} ${Number.isInteger(value) ? value : value.toPrecision(3)}`);
    const end = run.status + (run.stopped ? `, stopped: ${run.stopped}` : "");
    make("p", { class: "stats" }, this.element, [end, ...stats].join(" · "));
    if (run.missing.length) make("p", { class: "note" }, this.element, `not reported: ${run.missing.join("; ")}`);
    if (run.dropped) make("p", { class: "note" }, this.element, `${run.dropped} further events were not kept`);
    this.controls = make("div", { class: "controls" }, this.element);
    const last = run.events.length;
    this.button("|<", "to the start (Home)", () => this.go(0));
    this.button("< guess", "last guess (G)", () => this.find(BRANCHED, -1));
    this.button("<", "one step back (left arrow)", () => this.go(this.number - 1));
    this.playButton = this.button("play", "play or pause (space)", () => this.play());
    this.button(">", "one step forward (right arrow)", () => this.go(this.number + 1));
    this.button("guess >", "next guess (g)", () => this.find(BRANCHED, 1));
    this.button("wipe-out >", "next wipe-out (w)", () => this.find(WIPED, 1));
    this.button("solution >", "next solution (s)", () => this.find(SOLVED, 1));
    this.button(">|", "to the end (End)", () => this.go(last));
    this.button("fold", "fold or unfold failures (f)", () => this.tree.fold());
    const label = make("label", {}, this.controls, "speed");
    this.speed = make("input", { type: "range", min: 0, max: 10, step: 1, value: 4, "aria-label": "steps a second, doubling" }, label);
    this.rate = make("span", {}, label);
    this.speed.addEventListener("input", () => this.tellRate());
    this.tellRate();
    this.place = make("input", { class: "place", type: "range", min: 0, max: last, value: 0, "aria-label": "step" }, this.element);
    this.place.addEventListener("input", () => this.go(+this.place.value));
    const stage = make("div", { class: "stage" }, this.element);
    this.board = new Board(this.replay, stage);
    const side = make("div", { class: "side" }, stage);
    this.now = make("div", { class: "now", "aria-live": "polite" }, side);
    this.log = make("ol", { class: "log" }, side);
    this.tree = new Tree(this, this.element);
    this.solutions = run.events.flatMap((event, i) => event[0] === SOLVED ? [i + 1] : []);
    this.timer = 0;
    this.number = -1;
    this.element.addEventListener("pointerdown", () => activate(this));
    this.go(run.events.findIndex(event => event[0] !== POSTED) + 1);
  }
  button(text, title, act) {
    const made = make("button", { type: "button", title }, this.controls, text);
    made.addEventListener("click", act);
    return made;
  }
  tellRate() { this.rate.textContent = `${2 ** this.speed.value} steps a second`; }
  go(number) {
    number = Math.max(0, Math.min(number, this.run.events.length));
    if (number === this.number) return;
    this.number = number;
    const event = number ? this.run.events[number - 1] : null;
    const solved = event && event[0] === STOPPED ? this.solutions.at(-1) : undefined;
    this.board.show(this.replay.at(solved || number), event);  // a run that is over shows what it found
    this.tell(number, event);
    this.place.value = number;
    this.tree.mark(number);
  }
  sentence(number) {
    return this.run.told[number - 1].map(phrase => this.run.phrases[phrase]).join("");
  }
  tell(number, event) {
    const kind = event ? { [WIPED]: "failed", [SOLVED]: "solved", [BRANCHED]: "branch" }[event[0]] || "" : "";
    this.now.className = `now ${kind}`;
    const found = event && event[0] === STOPPED && this.solutions.length ? `; shown: solution ${this.solutions.length}` : "";
    this.now.textContent = number ? `${number} of ${this.run.events.length}: ${this.sentence(number)}${found}` : "before the first step";
    const from = Math.max(1, number - 6), to = Math.min(this.run.events.length, Math.max(from, number) + 3);
    this.log.replaceChildren();
    for (let n = from; n <= to; n++) {
      const item = make("li", n === number ? { class: "current", "aria-current": "step" } : {}, this.log);
      make("button", { type: "button", tabindex: -1 }, item, `${n}  ${this.sentence(n)}`).addEventListener("click", () => this.go(n));
    }
  }
  find(kind, step) {
    for (let n = this.number + step; n >= 1 && n <= this.run.events.length; n += step)
      if (this.run.events[n - 1][0] === kind) return this.go(n);
  }
  node(step) {
    const next = this.tree.nodes[this.tree.here + step];
    if (next) this.go(next.end);
  }
  play() {
    if (this.timer) return this.pause();
    this.playButton.textContent = "pause";
    let before = performance.now(), due = 0;
    const frame = time => {
      due += (time - before) / 1000 * 2 ** this.speed.value;
      before = time;
      const steps = Math.floor(due);
      due -= steps;
      if (steps) this.go(this.number + steps);
      if (this.number >= this.run.events.length) return this.pause();
      this.timer = requestAnimationFrame(frame);
    };
    this.timer = requestAnimationFrame(frame);
  }
  pause() {
    cancelAnimationFrame(this.timer);
    this.timer = 0;
    this.playButton.textContent = "play";
  }
}

const errors = [];
window.addEventListener("error", event => errors.push(String(event.message)));
const data = JSON.parse(document.getElementById("data").textContent);
const players = data.runs.map(run => new Player(run, document.getElementById("runs")));
let active = players[0];
function activate(player) {
  active = player;
  for (const each of players) each.element.classList.toggle("active", each === player && players.length > 1);
}
activate(active);
const both = document.getElementById("both");
legend(document.getElementById("legend"),
  [["here", "changed now"], ["why", "its reasons"], ["scope", "the constraint"]],
  [["branch", "guess"], ["failed", "failure"], ["folded failed", "failures, folded"], ["solved", "solution"], ["open", "left open"]]);
document.getElementById("together").hidden = players.length < 2;

const KEYS = {
  ArrowRight: p => p.go(p.number + 1), ArrowLeft: p => p.go(p.number - 1), " ": p => p.play(),
  g: p => p.find(BRANCHED, 1), G: p => p.find(BRANCHED, -1), w: p => p.find(WIPED, 1), W: p => p.find(WIPED, -1),
  s: p => p.find(SOLVED, 1), S: p => p.find(SOLVED, -1), n: p => p.node(1), N: p => p.node(-1), f: p => p.tree.fold(),
  Home: p => p.go(0), End: p => p.go(p.run.events.length),
  "+": p => { p.speed.stepUp(); p.tellRate(); }, "-": p => { p.speed.stepDown(); p.tellRate(); },
};
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || !KEYS[event.key]) return;
  if (event.target.type === "range" && event.key.startsWith("Arrow")) return;
  if (event.target.tagName === "BUTTON" && event.key === " ") return;
  event.preventDefault();
  for (const player of players.length > 1 && both.checked ? players : [active]) KEYS[event.key](player);
});

/* #selftest: what tests read: every sentence, states, and how long a step takes */
if (location.hash === "#selftest") {
  const report = players.map(player => {
    const first = player.number, below = player.place.getBoundingClientRect().bottom;
    const lit = kind => [...player.board.cells].filter(([, cell]) => cell.back.classList.contains(kind)).map(([x]) => player.run.names[x]);
    const marked = player.run.events.slice(0, 600).map((_, n) => { player.go(n + 1); return [lit("here"), lit("why")]; });
    const sentences = [], { events } = player.run;
    const started = performance.now();
    for (let n = 1; n <= events.length; n++) { sentences.push(player.sentence(n)); }
    const words = performance.now() - started;
    const steps = Math.min(events.length, 300), from = performance.now();
    for (let n = 0; n < steps; n++) player.go(n);
    const stepping = (performance.now() - from) / steps;
    const middle = Math.floor(events.length / 2);
    const domains = number => { const { state } = player.replay.at(number);
      return player.run.names.map((_, x) => player.replay.left(state, x).map(p => player.run.values[p])); };
    activate(player);
    const press = key => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    for (const key of Object.keys(KEYS)) if (key !== " ") press(key);
    press("Home");
    const moves = ["ArrowRight", "g", "w", "G", "s", "End", "ArrowLeft"].map(key => { press(key); return player.number; });
    const clicks = player.tree.nodes.slice(0, 60).map(node => {
      const shape = player.tree.shapes.get(node.id);
      if (shape) shape.dispatchEvent(new MouseEvent("click"));
      return shape ? player.number === node.end : null;
    });
    player.go(events.length);
    const shown = [...player.board.cells.values()].map(cell => cell.value.textContent).join("");
    return { first, below, marked, sentences, words, stepping, middle: domains(middle), end: domains(events.length), shown, moves, clicks,
      nodes: player.tree.nodes.map(n => [n.parent, n.status, n.label, n.end]), folded: player.tree.dead.size };
  });
  writeReport({ report, errors });
}
