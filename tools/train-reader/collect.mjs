// Asks the questions of packs through the shipped pipeline, and writes what each answer was to be made from.
// node tools/train-reader/collect.mjs DUMP.jsonl DATA_DIR PACK…
import { createWriteStream } from 'node:fs';
import { ExtractiveSynthesizer } from '../../apps/retriever-arm/dist/synthesis/extractive-synthesizer.js';
import { startStandalone } from '../../apps/standalone/dist/index.js';
import { query, submitJob, watchJob } from '../../libs/contracts/dist/index.js';
import { readTrainingPack } from '../fit-confidence/dist/collect-drafts.js';

const JOB_DEADLINE_MS = 900_000;
const QUESTION_DEADLINE_MS = 120_000;
/** Passages that are kept of each question: more than are read. */
const KEPT_PASSAGES = 24;

const [outFile, dataDir, ...folders] = process.argv.slice(2);

// The arm has no door for the task of a synthesis, so that its class is wrapped here, and nowhere else.
const tasks = [];
const { synthesize } = ExtractiveSynthesizer.prototype;
ExtractiveSynthesizer.prototype.synthesize = function (task, ...rest) {
  tasks.push(task);
  return synthesize.call(this, task, ...rest);
};

const { client, close } = await startStandalone({
  env: { ARBITER_DATA_DIR: dataDir, SYNTHESIS_READER: 'false', VALIDATION_READER: 'false', LOG_LEVEL: 'error' },
  cwd: process.cwd(),
  http: false,
});
const file = createWriteStream(outFile);
for (const folder of folders) {
  const pack = await readTrainingPack(folder);
  const sources = [{ kind: 'path', path: pack.documents }];
  const { id } = await client.request(submitJob, { collection: pack.name, sources }, {});
  await client.request(watchJob, { jobId: id }, { deadlineMs: JOB_DEADLINE_MS });
  for (const question of pack.questions) {
    tasks.length = 0;
    const asked = { query: question.question, collections: [pack.name], validate: false };
    const answer = await client.request(query, asked, { deadlineMs: QUESTION_DEADLINE_MS });
    const [task] = tasks;
    file.write(`${JSON.stringify({ pack: pack.name, question, queryType: answer.queryType, ...taskRow(task) })}\n`);
  }
  process.stderr.write(`${pack.name} ${new Date().toISOString()}\n`);
}
await new Promise((resolve) => file.end(resolve));
await close();
process.exit(0);

function taskRow(task) {
  if (!task) return { subQueries: [], passages: [] };
  const { subQueries = [], passages } = task;
  return { shape: task.queryType, subQueries, passages: passages.slice(0, KEPT_PASSAGES) };
}
