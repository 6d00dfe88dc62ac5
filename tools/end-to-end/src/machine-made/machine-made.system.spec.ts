import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_READER } from '../environment.js';
import { ingest, search } from '../http-calls.js';
import { Processes } from '../processes.js';
import { startStandaloneProcess, type RunningStandalone } from '../servers.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { MADE_FILES } from './made-files.js';
import { type AskedOfFolder, MACHINE_QUESTIONS, PROSE_QUESTIONS } from './questions.js';

const DOCUMENTS = join(import.meta.dirname, '../../test/gaugehub');

const processes = new Processes();
const folders = new TemporaryFolders();
let standalone: RunningStandalone;

beforeAll(async () => {
  const [dataDir, folder] = await Promise.all([folders.create(), folders.create()]);
  await cp(DOCUMENTS, folder, { recursive: true });
  for (const [path, text] of Object.entries(MADE_FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  standalone = await startStandaloneProcess(processes, { dataDir, env: NO_READER });
  const job = await ingest(standalone.url, 'repository', [{ kind: 'path', path: folder }]);
  expect(job).toMatchObject({ state: 'succeeded', counts: { added: 24 } });
});
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

/** Questions whose first passage is of another document than the right one. */
async function missed(questions: readonly AskedOfFolder[]): Promise<string[]> {
  const lost: string[] = [];
  for (const { question, source } of questions) {
    const { results } = await search(standalone.url, { query: question, min_relevance_score: 0 });
    if (results[0]?.source !== source) lost.push(question);
  }
  return lost;
}

const half = (questions: readonly AskedOfFolder[], rest: 0 | 1): AskedOfFolder[] =>
  questions.filter((_, at) => at % 2 === rest);

describe('a repository of documents and machine-made files about the same things', () => {
  it.each([
    // Without the weights: 11 of 16, and 14 of 16.
    ['odd', 0, 2],
    ['even', 1, 2],
  ] as const)('answers questions of people from what people wrote (%s)', async (_half, rest, most) => {
    const lost = await missed(half(PROSE_QUESTIONS, rest));
    expect({ lost, few: lost.length <= most }).toMatchObject({ few: true });
  });

  it.each([
    ['odd', 0, 0],
    ['even', 1, 1],
  ] as const)('finds what only machines wrote by its names (%s)', async (_half, rest, most) => {
    const lost = await missed(half(MACHINE_QUESTIONS, rest));
    expect({ lost, few: lost.length <= most }).toMatchObject({ few: true });
  });
});
