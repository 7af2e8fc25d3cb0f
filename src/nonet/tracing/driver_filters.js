/* The little engine of the page: what each constraint means, and what it removes when asked.
   Domains are a Map from a variable's name to its values, a sorted array that is never changed
   in place, so a state is kept by keeping the Map.  AllDifferent has a filter for each level;
   every other constraint searches a support for each value. */
const NAMED = 3;       // reasons up to this many are named with their values, as in text.py
const MOST = 20000;    // checks of one support search; beyond that the constraint only looks ahead
const MOST_SUMS = 5000;
const LEVELS = ["forward-checking", "arc-consistency", "hidden", "gac"];

/* ---- meaning: whether a full assignment (a Map) is allowed ---- */

const COMPARE = { "==": (a, b) => a === b, "!=": (a, b) => a !== b, "<=": (a, b) => a <= b, ">=": (a, b) => a >= b };
const HOLDS = {
  AllDifferent: (c, a) => new Set(c.scope.map(x => a.get(x))).size === c.scope.length,
  Linear: (c, a) => COMPARE[c.op](c.scope.reduce((sum, x, i) => sum + c.coefficients[i] * a.get(x), 0), c.constant),
  Table: (c, a) => c.tuples.some(row => c.scope.every((x, i) => a.get(x) === row[i])),
  Regular: (c, a) => {
    let state = c.automaton.start;
    for (const x of c.scope) {
      const arc = c.automaton.transitions.find(([from, value]) => from === state && value === a.get(x));
      if (!arc) return false;
      state = arc[2];
    }
    return c.automaton.accepting.includes(state);
  },
  Count: (c, a) => COMPARE[c.op](c.counted.filter(x => c.values.includes(a.get(x))).length,
    typeof c.number === "number" ? c.number : a.get(c.number)),
  Element: (c, a) => {
    const place = a.get(c.index) - (c.first || 0);
    return place >= 0 && place < c.array.length && a.get(c.array[place]) === a.get(c.value);
  },
  AnyOf: (c, a) => c.groups.some(group => group.every(part => holds(part, a))),
};
function holds(c, a) { return HOLDS[c.type](c, a); }

/* ---- hope: false only if no values of these domains are allowed; it prunes the search ---- */

const POSSIBLE = {
  AllDifferent: (c, d) => {
    const fixed = c.scope.filter(x => d.get(x).length === 1).map(x => d.get(x)[0]);
    return new Set(fixed).size === fixed.length;
  },
  Linear: (c, d) => {
    let sums = new Set([0]), low = 0, high = 0;
    c.scope.forEach((x, i) => {
      const terms = d.get(x).map(value => c.coefficients[i] * value);
      low += Math.min(...terms);
      high += Math.max(...terms);
      if (!sums) return;
      const next = new Set();
      for (const sum of sums) for (const term of terms) next.add(sum + term);
      sums = next.size > MOST_SUMS ? null : next;
    });
    if (sums) return [...sums].some(sum => COMPARE[c.op](sum, c.constant));
    return { "==": low <= c.constant && c.constant <= high, "<=": low <= c.constant, ">=": high >= c.constant,
      "!=": low < high || low !== c.constant }[c.op];
  },
  Table: (c, d) => c.tuples.some(row => c.scope.every((x, i) => d.get(x).includes(row[i]))),
  Regular: (c, d) => {
    let states = new Set([c.automaton.start]);
    for (const x of c.scope) {
      const values = d.get(x), next = new Set();
      for (const [from, value, to] of c.automaton.transitions) if (states.has(from) && values.includes(value)) next.add(to);
      states = next;
    }
    return c.automaton.accepting.some(state => states.has(state));
  },
  Count: (c, d) => {
    const inside = c.counted.map(x => d.get(x).filter(value => c.values.includes(value)).length / d.get(x).length);
    const low = inside.filter(part => part === 1).length, high = inside.filter(part => part > 0).length;
    const numbers = typeof c.number === "number" ? [c.number] : d.get(c.number);
    for (let n = low; n <= high; n++) if (numbers.some(number => COMPARE[c.op](n, number))) return true;
    return false;
  },
  Element: (c, d) => d.get(c.index).some(index => {
    const entry = c.array[index - (c.first || 0)];
    return entry !== undefined && d.get(entry).some(value => d.get(c.value).includes(value));
  }),
  AnyOf: (c, d) => c.groups.some(group => group.every(part => POSSIBLE[part.type](part, d))),
};

/* ---- one filtering: domains in, events and domains out ---- */

class Failure extends Error {}

class Filtering {
  constructor(c, domains, level) {
    this.c = c;
    this.domains = new Map(domains);
    this.events = [];        // { kind, words, variable, removed, because }
    this.checks = 0;
    this.failed = false;
    this.note = "";
    try {
      if (c.type === "AllDifferent") ALL_DIFFERENT[level](this, c);
      else if (level === "forward-checking") lookAhead(this, c);
      else supported(this, c);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      this.failed = true;
    }
  }
  get(x) { return this.domains.get(x); }
  fixed(x) { return this.get(x).length === 1; }
  keep(x, kept, because, hall = []) {  // smaller domain, and why; as Filtered in events.py
    const before = this.get(x), removed = before.filter(value => !kept.includes(value));
    if (!removed.length) return;
    const others = because.filter(y => y !== x);
    this.events.push({ kind: "filtered", variable: x, removed, because: others,
      words: filteredInWords(this.c, x, removed, kept, others, this.domains, hall) });
    this.domains.set(x, kept);
    if (!kept.length) this.fail(because, x);
  }
  fail(because, x = null, hall = null) {
    const where = x === null ? "" : said("nothing left", { variable: x });
    const why = hall ? said("too many", { variables: joined(because), values: joined(hall) }) : reasons(because, this.domains, []);
    this.events.push({ kind: "wiped", variable: x, removed: [], because,
      words: said("cannot hold", { rule: this.c.words }) + where + why });
    throw new Failure();
  }
  closure(round) {           // again, until a round changes nothing
    let before;
    do { before = this.events.length; round(); } while (this.events.length > before);
  }
}

/* ---- AllDifferent, by level ---- */

const ALL_DIFFERENT = {
  "forward-checking": (f, c) => f.closure(() => naked(f, c)),
  "arc-consistency": (f, c) => f.closure(() => arcs(f, c)),
  "hidden": (f, c) => f.closure(() => { naked(f, c); hidden(f, c); }),
  "gac": (f, c) => f.closure(() => { naked(f, c); hidden(f, c); matched(f, c); }),
};
function naked(f, c) {       // a fixed value goes from all others
  for (const x of c.scope) if (f.fixed(x)) for (const y of c.scope) if (y !== x) {
    f.checks += f.get(y).length;
    f.keep(y, f.get(y).filter(value => value !== f.get(x)[0]), [x]);
  }
}
function arcs(f, c) {        // AC-3's revise, on every pair: removes the same, looks more often
  const revise = (x, y) => {
    const there = f.get(y);
    f.checks += f.get(x).length;
    f.keep(x, f.get(x).filter(value => there.length > 1 || there[0] !== value), [y]);
  };
  c.scope.forEach((x, i) => { for (const y of c.scope.slice(i + 1)) { revise(x, y); revise(y, x); } });
}
function hidden(f, c) {      // in a full unit every value has a place
  if (!c.full) return;
  const places = new Map();
  for (const x of c.scope) for (const value of f.get(x)) places.set(value, [...(places.get(value) || []), x]);
  if (places.size < c.scope.length) f.fail(c.scope);
  for (const x of c.scope) {
    if (f.fixed(x)) continue;
    const single = f.get(x).filter(value => places.get(value).length === 1);
    if (single.length > 1) f.fail(c.scope);
    if (single.length) f.keep(x, single, c.scope);
  }
}
function matched(f, c) {     // Regin 1994: what no matching uses; the reasons are Hall sets
  const owner = new Map();
  for (const x of c.scope) {
    const met = new Set([x]), tried = new Set();
    const place = y => f.get(y).some(value => {
      if (tried.has(value)) return false;
      tried.add(value);
      const other = owner.get(value);
      if (other !== undefined) { met.add(other); if (!place(other)) return false; }
      owner.set(value, y);
      return true;
    });
    if (!place(x)) {         // more variables than values
      const few = c.scope.filter(y => met.has(y));
      f.fail(few, null, together(f, few));
    }
  }
  const removals = [];
  for (const x of c.scope) for (const value of f.get(x)) {
    if (owner.get(value) === x) continue;
    const hall = hallSet(f, owner, value);
    if (hall && !hall.has(x)) removals.push([x, value, c.scope.filter(y => hall.has(y))]);
  }
  for (const x of c.scope) {
    const mine = removals.filter(removal => removal[0] === x);
    for (const because of new Set(mine.map(removal => removal[2].join("\0")))) {
      const gone = mine.filter(removal => removal[2].join("\0") === because);
      f.keep(x, f.get(x).filter(value => !gone.some(removal => removal[1] === value)), gone[0][2], together(f, gone[0][2]));
    }
  }
}
function together(f, variables) { return [...new Set(variables.flatMap(y => f.get(y)))].sort((a, b) => a - b); }
function hallSet(f, owner, value) {  // the variables that use up their values, `value` among them
  const found = new Set([owner.get(value)]);
  for (const y of found) {
    if (y === undefined) return null;  // a free value is within reach: no such set
    for (const other of f.get(y)) found.add(owner.get(other));
  }
  return found;
}

/* ---- every other constraint ---- */

function variables(c) { return [...new Set(c.scope)]; }

function lookAhead(f, c) {   // forward checking: filter the only open variable
  const scope = variables(c), open = scope.filter(x => !f.fixed(x));
  if (open.length > 1) return;
  const a = new Map(scope.map(x => [x, f.get(x)[0]]));
  if (!open.length) {
    f.checks++;
    if (!holds(c, a)) f.fail(scope);
    return;
  }
  const [x] = open;
  f.keep(x, f.get(x).filter(value => { f.checks++; a.set(x, value); return holds(c, a); }), scope);
}
function supported(f, c) {   // generalised arc consistency: a support for each value, or it goes
  const scope = variables(c), found = new Map(scope.map(x => [x, new Set()])), start = f.checks;
  const search = (d, open) => {
    if (++f.checks - start > MOST) throw new RangeError("too many");
    if (!POSSIBLE[c.type](c, d)) return false;
    if (!open.length) {
      const a = new Map(scope.map(x => [x, d.get(x)[0]]));
      if (!holds(c, a)) return false;
      for (const [x, value] of a) found.get(x).add(value);
      return true;
    }
    const [x, ...rest] = open;
    return d.get(x).some(value => search(new Map(d).set(x, [value]), rest));
  };
  try {
    const d = new Map(scope.map(x => [x, f.get(x)]));
    for (const x of scope) for (const value of f.get(x)) {
      if (found.get(x).has(value)) continue;
      const others = scope.filter(y => y !== x).sort((y, z) => f.get(y).length - f.get(z).length);
      search(new Map(d).set(x, [value]), others);
    }
  } catch (limit) {
    if (!(limit instanceof RangeError)) throw limit;
    f.note = `${c.words} is too large to search a support for every value (more than ${MOST} checks): ` +
      "it removes values only once one of its variables is open";
    return lookAhead(f, c);
  }
  if (scope.some(x => !found.get(x).size)) f.fail(scope);
  for (const x of scope) f.keep(x, f.get(x).filter(value => found.get(x).has(value)), scope);
}

/* ---- words: filled into the phrases of text.py, which the page is given ---- */

let PHRASES = {};
function said(phrase, parts) { return PHRASES[phrase].replace(/\{(\w+)\}/g, (_, part) => parts[part]); }
function filteredInWords(c, x, removed, left, because, domains, hall) {
  const leaves = left.length > 1 ? "" : left.length ? said("leaves", { value: left[0] }) : said("leaves nothing");
  const only = left.length === 1 && because.length > NAMED && !hall.length && !because.some(y => domains.get(y).includes(left[0]));
  const why = only ? said("only place", { value: left[0] }) : reasons(because, domains, hall);
  return said("removed", { rule: c.words }) + said("from", { values: removed.join(" "), variable: x }) + why + leaves;
}
function reasons(because, domains, hall) {
  if (!because.length) return "";
  if (hall.length > 1) return said("hall", { variables: joined(because), values: joined(hall) });
  if (because.length > NAMED) return said("many", { count: because.length });
  return said("because", { reasons: because.map(x => shown(x, domains.get(x))).join(" and ") });
}
function shown(variable, values) {
  if (values.length === 1) return said("is", { variable, value: values[0] });
  if (values.length > NAMED) return said("one of many", { variable, count: values.length });
  return values.length ? said("one of", { variable, values: values.join(" or ") }) : said("no value", { variable });
}
function joined(names) { return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join(""); }
