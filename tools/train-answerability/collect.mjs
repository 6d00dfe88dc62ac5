// Asks the questions of packs through the shipped pipeline, and writes drafts, candidate sentences and lists of each.
// node tools/train-answerability/collect.mjs DUMP.jsonl DATA_DIR PACK…
import { createWriteStream } from 'node:fs';
import { startStandalone } from '../../apps/standalone/dist/index.js';
import { query, submitJob, watchJob } from '../../libs/contracts/dist/index.js';
import { matchesAnswer } from '../../libs/evaluation/dist/index.js';
import { readTrainingPack } from '../train-usefulness/dist/collect-drafts.js';
import { candidatesOf, listsOf, MAX_PASSAGES } from './candidates-of.mjs';
import { observeSyntheses } from './observed-syntheses.mjs';

const JOB_DEADLINE_MS = 900_000;
const QUESTION_DEADLINE_MS = 120_000;

const [outFile, dataDir, ...folders] = process.argv.slice(2);
const syntheses = observeSyntheses();
const judged = [];
const { client, close } = await startStandalone({
  // What the network says of sentences and drafts must not choose what it learns from.
  env: {
    ARBITER_DATA_DIR: dataDir,
    VALIDATION_ANSWERABILITY: 'false',
    SYNTHESIS_ANSWERABILITY: 'false',
    LOG_LEVEL: 'error',
  },
  cwd: process.cwd(),
  http: false,
  onUsefulness: (usefulness) => judged.push(usefulness),
});
const file = createWriteStream(outFile);
for (const folder of folders) {
  const pack = await readTrainingPack(folder);
  await ingest(pack);
  for (const question of pack.questions) file.write(`${JSON.stringify(await recordOf(pack, question))}\n`);
  process.stderr.write(`${pack.name} ${new Date().toISOString()}\n`);
}
await new Promise((resolve) => file.end(resolve));
await close();
process.exit(0);

async function ingest({ name, documents }) {
  const sources = [{ kind: 'path', path: documents }];
  const { id } = await client.request(submitJob, { collection: name, sources }, {});
  await client.request(watchJob, { jobId: id }, { deadlineMs: JOB_DEADLINE_MS });
}

/** A line of the dump: pack_pairs.py says what is read of it. */
async function recordOf(pack, question) {
  syntheses.length = 0;
  judged.length = 0;
  const asked = { query: question.question, collections: [pack.name] };
  const answer = await client.request(query, asked, { deadlineMs: QUESTION_DEADLINE_MS });
  const drafts = draftsOf(judged.splice(0), question);
  const [first] = syntheses;
  const candidates = first ? await candidatesOf(first, question.question) : [];
  const lists = first ? listsOf(first) : [];
  const passages = first ? first.task.passages.slice(0, MAX_PASSAGES).map(passageRow) : [];
  const attempts = syntheses.map(attemptRow);
  return { pack: pack.name, q: question, answer, drafts, attempts, candidates, lists, passages };
}

/** Each text once, as it was judged last. */
function draftsOf(judgements, question) {
  return [...new Map(judgements.map((each) => [each.answer, each])).values()].map(
    ({ answer, queryType, features }) => ({
      answer,
      queryType,
      features,
      correct: matchesAnswer(answer, question).correct,
    }),
  );
}

function attemptRow({ task, answer: { text, citations, sentences } }) {
  return { queryType: task.queryType, sub: task.subQueries, text, citations, sentences };
}

function passageRow({ title, section, text, documentId, uri, source, start }) {
  return { title, section, text, documentId, path: uri ?? source ?? '', start };
}
