/* The learner's session: domains, agenda, branches, the tree, counters, and the way back.
   A move is an object, as what is clicked carries it: { filter: label }, { variable, value },
   { act: "back" } (or "undo", "pass", "all", "next"), { level: name }.  What is typed becomes one. */

class Session {
  constructor(data) {
    this.constraints = data.constraints;
    this.byLabel = new Map(data.constraints.map(c => [c.label, c]));
    this.level = data.level;
    this.history = [];
    this.at = {
      domains: new Map(data.domains), waiting: data.constraints.map(c => c.label), failed: false, over: false,
      frames: [], here: 0, solved: false,
      nodes: [{ parent: -1, label: "the start", status: "open", depth: 0 }],
      counters: { filterings: 0, checks: 0, branches: 0, failures: 0, "deepest branch": 0, solutions: 0 },
    };
    this.said = [];          // events of the last move
  }
  get state() { return this.at.over ? "over" : this.at.failed ? "failed" : this.at.solved ? "solved" : "open"; }
  get depth() { return this.at.frames.length; }

  typed(text) {              // what a text means: a label first, for a label may be any text
    for (const label of [text, text.trim()]) if (this.byLabel.has(label)) return { filter: label };
    text = text.trim();
    const guess = /^([^]+?)\s*=\s*(-?\d+)$/.exec(text), close = plainer(text);
    if (guess) return { variable: this.variable(guess[1]), value: +guess[2] };
    if (["back", "undo", "pass", "all", "help"].includes(text)) return { act: text };
    if (text === "") return { act: "next" };
    if (text.startsWith("level ")) return { level: text.slice(6) };
    const near = this.constraints.filter(c => plainer(c.label) === close);
    return { filter: near.length === 1 ? near[0].label : text };
  }
  variable(name) {           // "r1c1" for R1C1, where that is no other's name
    if (this.at.domains.has(name)) return name;
    const near = [...this.at.domains.keys()].filter(each => plainer(each) === plainer(name));
    return near.length === 1 ? near[0] : name;
  }

  move(choice) {             // do what is chosen; returns whether it made sense
    if (typeof choice === "string") choice = this.typed(choice);
    if (choice.act === "undo") {
      if (!this.history.length) return this.refuse("nothing to undo");
      [this.at, this.level] = this.history.pop();
      this.tell("note", "took back the last step");
      this.said = this.said.slice(-1);
      return true;
    }
    const kept = this.copy(), level = this.level;
    this.said = [];
    if (!this.go(choice)) return false;
    this.settle();
    this.history.push([kept, level]);
    return true;
  }
  go({ filter, variable, value, act, level }) {
    const { at } = this;
    if (act === "help") return this.refuse("name a constraint to filter it, R1C1 = 3 to branch, all, pass, back, undo, level NAME, or nothing for the next that waits");
    if (at.over) return this.refuse("the search is over: undo, to look again");
    if (act === "back") return this.back();
    if (level !== undefined) {
      if (!LEVELS.includes(level)) return this.refuse(`no level is called "${level}"; there are ${LEVELS.join(", ")}`);
      this.level = level;
      if (!at.failed) at.waiting = this.constraints.map(c => c.label);
      this.tell("note", `level ${this.level}: every constraint may have something to remove again`);
      return true;
    }
    if (filter !== undefined && !this.byLabel.has(filter)) return this.refuse(`no constraint is called "${filter}"; help says what can be typed`);
    if (at.failed) return this.refuse("a constraint cannot hold: backtrack, or undo");
    if (filter !== undefined) return this.filter(filter);
    if (variable !== undefined) return this.branch(variable, value);
    if (!at.waiting.length) return this.refuse("no constraint waits: choose a candidate to branch on");
    if (act === "next") return this.filter(at.waiting[0]);
    if (act === "pass") for (const label of [...at.waiting]) { if (!at.failed) this.filter(label); }
    else while (at.waiting.length && !at.failed) this.filter(at.waiting[0]);
    if (!this.said.length) this.tell("note", `filtered: there was nothing to remove at level ${this.level}`);
    return true;
  }
  copy() {
    const { at } = this;
    return { ...at, domains: new Map(at.domains), waiting: [...at.waiting], frames: [...at.frames],
      nodes: at.nodes.map(node => ({ ...node })), counters: { ...at.counters } };
  }
  tell(kind, words, more = {}) { this.said.push({ kind, words, ...more }); }
  refuse(words) { this.said = [{ kind: "note", words }]; return false; }

  filter(label) {
    const { at } = this, c = this.byLabel.get(label), done = new Filtering(c, at.domains, this.level);
    at.waiting = at.waiting.filter(each => each !== label);
    at.counters.filterings++;
    at.counters.checks += done.checks;
    for (const event of done.events) this.said.push({ ...event, constraint: c });
    if (done.note) this.tell("note", done.note);
    at.domains = done.domains;
    this.wake(new Set(done.events.map(event => event.variable)), label);
    if (done.failed) {
      at.failed = true;
      at.counters.failures++;
      at.nodes[at.here].status = "failed";
    }
    if (!done.events.length && !done.note && this.said.length === 0) this.lonely = c;
    return true;
  }
  canFilter() {              // tried, not done
    if (this.at.failed || this.at.over) return [];
    return this.constraints.filter(c => new Filtering(c, this.at.domains, this.level).events.length).map(c => c.label);
  }
  wake(changed, but) {
    for (const c of this.constraints)
      if (c.label !== but && !this.at.waiting.includes(c.label) && c.scope.some(x => changed.has(x))) this.at.waiting.push(c.label);
  }
  branch(x, value) {
    const values = this.at.domains.get(x);
    if (!values) return this.refuse(`there is no variable ${x}`);
    if (!values.includes(value)) return this.refuse(`${x} cannot be ${value}: it may be ${values.join(", ")}`);
    if (values.length === 1) return this.refuse(`${x} is ${value} already`);
    this.descend({ x, value, left: true, domains: this.at.domains, waiting: this.at.waiting, parent: this.at.here });
    this.tell("branched", said("branched", { depth: this.depth, variable: x, value }), { variable: x, removed: values.filter(v => v !== value) });
    return true;
  }
  descend(frame) {           // one branch down: left takes the value, right takes it away
    const { at } = this, { x, value, left } = frame;
    at.nodes[frame.parent].status = "branch";
    at.nodes.push({ parent: frame.parent, depth: at.nodes[frame.parent].depth + 1, status: "open",
      label: left ? `${x} = ${value}` : `${x} is not ${value}` });
    at.here = at.nodes.length - 1;
    at.frames = [...at.frames, frame];
    at.domains = new Map(frame.domains).set(x, left ? [value] : frame.domains.get(x).filter(v => v !== value));
    at.waiting = [...frame.waiting];
    at.failed = at.solved = false;
    this.wake(new Set([x]), "");
    at.counters.branches++;
    at.counters["deepest branch"] = Math.max(at.counters["deepest branch"], this.depth);
  }
  back() {                   // to the right branch of the last guess whose right branch is untried
    const { at } = this;
    if (!at.frames.length) return this.refuse(at.failed ? "no branch is open: there is no solution" : "no branch is open to take back");
    let frame;
    do {
      frame = at.frames[at.frames.length - 1];
      this.tell("backtracked", frame.left ? said("backtracked", { depth: this.depth }) : `both branches of ${frame.x} = ${frame.value} are done`);
      at.frames = at.frames.slice(0, -1);
      [at.domains, at.waiting, at.here] = [frame.domains, [...frame.waiting], frame.parent];
    } while (!frame.left && at.frames.length);
    at.failed = at.solved = false;
    if (frame.left) {
      this.descend({ ...frame, left: false });
      this.tell("branched", `branch ${this.depth}: ${frame.x} is not ${frame.value}`, { variable: frame.x, removed: [frame.value] });
      return true;
    }
    at.over = true;
    at.waiting = [];
    const skipped = at.nodes.some(node => node.status === "open"), found = at.counters.solutions;
    const many = `${found || "no"} solution${found === 1 ? "" : "s"}`;
    this.tell("note", skipped ? `no branch is left, but some were taken back unsearched; ${many} found` : `all is searched: there ${found === 1 ? "is" : "are"} ${many}`);
    return true;
  }
  settle() {                 // after a move: is it solved, or at the level's fixed point?
    const { at } = this;
    if (this.lonely) {
      if (!this.said.length) this.tell("note", `${this.lonely.words} has nothing to remove at level ${this.level}`);
      this.lonely = null;
    }
    const fixed = [...at.domains.values()].every(values => values.length === 1);
    if (!at.failed && !at.over && !at.solved && !at.waiting.length && fixed) {
      at.solved = true;
      at.counters.solutions++;
      at.nodes[at.here].status = "solved";
      this.tell("solved", said("solved"));
    }
  }
}
function plainer(text) { return text.toLowerCase().replace(/[\s_-]+/g, ""); }
