// The page's compiled engine under Node: a question a line, an answer a line.
import fs from "node:fs";
import readline from "node:readline";

const folder = new URL("../../src/nonet/web/static/lanes/", import.meta.url);
const { Lanes } = await import(new URL("questions.js", folder));
const { NotLowered } = await import(new URL("document.js", folder));

const load = async file => (await WebAssembly.instantiate(fs.readFileSync(new URL(file, folder)))).instance;
const lanes = new Lanes(load);
for await (const line of readline.createInterface({ input: process.stdin })) {
  const events = [];
  let answer;
  try {
    const { question, declared } = JSON.parse(line);
    answer = { events, done: await lanes.answer(question, event => events.push(event), declared) };
  } catch (error) {
    answer = { declined: error.message };
    if (!(error instanceof NotLowered)) answer.fault = error.stack;
  }
  console.log(JSON.stringify(answer));
}
