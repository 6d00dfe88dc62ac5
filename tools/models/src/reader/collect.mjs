// Asks the questions of packs through the shipped pipeline, and writes what each answer was to be made from.
// node tools/models/src/reader/collect.mjs DUMP.jsonl DATA_DIR PACK…
import { query } from '@arbiter/contracts';
import {
  ingestSources,
  isAskedOfDocuments,
  JsonLinesFile,
  readTrainingPack,
  startLibrary,
} from '../../dist/library.js';

const QUESTION_DEADLINE_MS = 120_000;
/** Passages that are kept of each question: more than are read. */
const KEPT_PASSAGES = 24;

const [outFile, dataDir, ...folders] = process.argv.slice(2);

// The arm does not export the class. It is wrapped here, and nowhere else, for the tasks of its syntheses.
const synthesizer = new URL('../../../../apps/retriever-arm/dist/synthesis/extractive-synthesizer.js', import.meta.url);
const { ExtractiveSynthesizer } = await import(synthesizer.href);
const tasks = [];
const { synthesize } = ExtractiveSynthesizer.prototype;
ExtractiveSynthesizer.prototype.synthesize = function (task, ...rest) {
  tasks.push(task);
  return synthesize.call(this, task, ...rest);
};

const { client, close } = await startLibrary(dataDir, {
  env: { ENABLE_READER: 'false' },
});
const file = new JsonLinesFile(outFile);
for (const folder of folders) {
  const pack = await readTrainingPack(folder);
  await ingestSources(client, pack.name, [{ kind: 'path', path: pack.documents }]);
  for (const question of pack.questions.filter(isAskedOfDocuments)) {
    tasks.length = 0;
    const asked = { query: question.question, collections: [pack.name], validate: false };
    const answer = await client.request(query, asked, { deadlineMs: QUESTION_DEADLINE_MS });
    const [task] = tasks;
    await file.write([{ pack: pack.name, question, queryType: answer.queryType, ...taskRow(task) }]);
  }
  process.stderr.write(`${pack.name} ${new Date().toISOString()}\n`);
}
await file.close();
await close();
process.exit(0);

function taskRow(task) {
  if (!task) return { subQueries: [], passages: [] };
  const { subQueries = [], passages } = task;
  return { shape: task.queryType, subQueries, passages: passages.slice(0, KEPT_PASSAGES) };
}
