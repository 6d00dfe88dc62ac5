// Asks the questions of packs through the shipped pipeline with networks that have not seen their pack, and writes what
// becomes of their drafts. What such a network says is looked up in the scores of train.py; of a text that has no score (a sentence
// that only a wider search found) the shipped network says it.
// node tools/train-answerability/held-out-drafts.mjs SCORES.json.gz OUT.jsonl DATA_DIR PACK…
import { createWriteStream, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { OnnxAnswerabilityModel } from '../../libs/adapters/onnx/dist/answerability/onnx-answerability-model.js';
import { startStandalone } from '../../apps/standalone/dist/index.js';
import { collectDrafts, readTrainingPack } from '../train-usefulness/dist/collect-drafts.js';

const [scoresFile, outFile, dataDir, ...packs] = process.argv.slice(2);
const unzipped = (path) => gunzipSync(readFileSync(path)).toString();
/** Letters and digits of a statement: markup, markers and white space differ between a source and an answer. */
const plain = (text) =>
  text
    .replace(/\]\([^)]*\)|\[\d+\]/g, ']')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');
/** Shorter ones are found within others by accident. */
const SHORTEST_PART = 20;
/** Lists were scored by their beginning. */
const LONGEST_LIST = 250;

const rows = unzipped(new URL('data/packs.jsonl.gz', import.meta.url))
  .trim()
  .split('\n')
  .map(JSON.parse);
const scores = JSON.parse(unzipped(scoresFile)).soup;
const known = new Map();
rows.forEach(({ kind, q, text }, index) => {
  if (kind !== 'cand' && kind !== 'list') return;
  const ofQuestion = known.get(q) ?? new Map();
  known.set(q, ofQuestion.set(kind === 'list' ? plain(text).slice(0, LONGEST_LIST) : plain(text), scores[index]));
});

/** @returns log odds; of a statement that holds or is part of scored ones, the highest; undefined where there is none */
function heldOutOdds({ question, statement }) {
  const scored = known.get(question) ?? new Map();
  const own = plain(statement);
  const exact = scored.get(own) ?? scored.get(own.slice(0, LONGEST_LIST));
  if (exact !== undefined) return exact;
  const parts = [...scored].filter(([text]) =>
    text.length < own.length
      ? text.length > SHORTEST_PART && own.includes(text)
      : own.length > SHORTEST_PART && text.includes(own),
  );
  return parts.length === 0 ? undefined : Math.max(...parts.map(([, odds]) => odds));
}

const shipped = OnnxAnswerabilityModel.prototype.score;
OnnxAnswerabilityModel.prototype.score = async function (candidates, options) {
  const says = await shipped.call(this, candidates, options);
  return candidates.map((candidate, index) => {
    const odds = heldOutOdds(candidate);
    return odds === undefined ? says[index] : 1 / (1 + Math.exp(-odds));
  });
};

const seen = [];
const { client, close } = await startStandalone({
  env: { ARBITER_DATA_DIR: dataDir, LOG_LEVEL: 'error' },
  cwd: process.cwd(),
  http: false,
  onUsefulness: (judged) => seen.push(judged),
});
const file = createWriteStream(outFile);
const read = await Promise.all(packs.map(readTrainingPack));
for await (const draft of collectDrafts({ client, seen }, read, (line) => process.stderr.write(`${line}\n`))) {
  file.write(`${JSON.stringify(draft)}\n`);
}
await new Promise((resolve) => file.end(resolve));
await close();
