// Write the examples of the Interactive Sudoku Solver (ISS) with the numbers of solutions (up to two) that ISS counts.
//
//   node iss.mjs ROOT OUT SECONDS
//   node iss.mjs ROOT
//
// ROOT is a copy of its repository (not part of this project), OUT the JSON file to write, and SECONDS the limit
// of CPU for a puzzle.  Finished puzzles of OUT are not repeated, so a second run with more seconds continues
// with the unfinished puzzles.  Times are CPU milliseconds, warm: "parsing" separately, then "cpu" for building and
// searching.  "solution" is the solution that an author names.
//
// With ROOT alone the script answers each line {"input": ..., "seconds": ...} of its input with a line of JSON.
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { pathToFileURL } from 'node:url';

const [, , root, out, given = '20'] = process.argv;
const load = file => import(pathToFileURL(path.join(path.resolve(root), file)).href);
const { materializePuzzles } = await load('tools/lib/solver_analysis.js');
const suffix = self.VERSION_PARAM;
const collections = await load('data/collections.js' + suffix);
const { PUZZLE_INDEX, resolvePuzzleConfig, DISPLAYED_EXAMPLES } = await load('data/example_puzzles.js' + suffix);
const { SudokuParser } = await load('js/sudoku_parser.js' + suffix);
const { SudokuBuilder } = await load('js/solver/sudoku_builder.js' + suffix);

const cpu = () => { const used = process.cpuUsage(); return (used.user + used.system) / 1000; };
class OutOfTime extends Error {}

function ask(input, seconds = given) {
  const first = cpu();
  const constraint = SudokuParser.parseText(input);
  const before = cpu(), until = before + 1000 * seconds;
  const solver = SudokuBuilder.build(SudokuBuilder.resolveConstraint(constraint));
  solver.setProgressCallback(() => { if (cpu() > until) throw new OutOfTime(); }, 10);
  const internal = solver._internalSolver;
  let ended = true;
  try { internal.run({ maxSolutions: 2 }, () => {}); } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    ended = false;
  }
  return { count: internal.counters.solutions, ended: ended || internal.counters.solutions > 1, guesses: internal.counters.guesses, parsing: before - first, cpu: cpu() - before };
}

if (!out) {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const { input, seconds } = JSON.parse(line);
    let answer;
    try { answer = ask(input, seconds); } catch (error) { answer = { error: String(error).slice(0, 200) }; }
    console.log(JSON.stringify(answer));
  }
  process.exit();
}

const listed = [];
const add = (group, entry, config) => listed.push({ ...config, group, name: config.name || String(entry).slice(0, 60) });
for (const entry of DISPLAYED_EXAMPLES) add('displayed', entry, resolvePuzzleConfig(entry));
for (const [group, entries] of Object.entries(collections)) {
  if (typeof entries?.[Symbol.iterator] !== 'function' || typeof entries === 'string') continue;
  for (const entry of entries) add(group, entry, entries.configFor ? entries.configFor(entry) : resolvePuzzleConfig(entry));
}
for (const [name, config] of PUZZLE_INDEX) add('index', name, config);

const known = new Map();
if (fs.existsSync(out)) {
  for (const entry of JSON.parse(fs.readFileSync(out, 'utf8'))) if (entry.ended) known.set(entry.input, entry);
}
const save = entries => fs.writeFileSync(out, JSON.stringify(entries));
const seen = new Set();
const results = [];
for (const puzzle of await materializePuzzles(listed)) {
  let { input } = puzzle;
  if (typeof input !== 'string') continue;
  if (input.startsWith('/')) input = fs.readFileSync(path.join(root, input), 'utf8');
  if (seen.has(input)) continue;
  seen.add(input);
  const entry = { name: puzzle.name, group: puzzle.group, solution: puzzle.solution, input };
  if (known.has(input)) {
    results.push({ ...known.get(input), ...entry });
    continue;
  }
  entry.allowed = Number(given);
  try {
    const first = ask(input);
    Object.assign(entry, first);
    if (first.ended && first.cpu < 1000) entry.cpu = Math.min(...[1, 2, 3].map(() => ask(input).cpu));
  } catch (error) { entry.error = String(error).slice(0, 200); }
  results.push(entry);
  if (known.size) save([...results, ...[...known.values()].filter(each => !seen.has(each.input))]);
}
save(results);
console.error(`${results.length} inputs`);
