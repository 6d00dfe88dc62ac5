import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_READER } from './environment.js';
import { ask, ingest } from './http-calls.js';
import { Processes } from './processes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const INN = [
  '# The Drowned Heron',
  'A bed at the Drowned Heron costs 3 wicks a night. A bath at the Drowned Heron costs 1 wick.',
  'The Drowned Heron is run by Berta Holm and her son Tam. Berta Holm is 61 years old; Tam is 34 years old.',
].join('\n\n');

const processes = new Processes();
const folders = new TemporaryFolders();
let server: RunningStandalone;

beforeAll(async () => {
  server = await startStandaloneProcess(processes, { dataDir: await folders.create(), env: NO_READER });
  await ingest(server.url, 'inns', [{ kind: 'inline', name: 'heron.md', content: INN }]);
});
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

describe('a conversation', () => {
  it('is followed as a person would: to the bath, to the inn, to the woman', async () => {
    const sessionId = randomUUID();
    const turns = [
      ['What does a bed at the Drowned Heron cost?', '3 wicks', 'What does a bed at the Drowned Heron cost?'],
      ['And a bath?', '1 wick', 'What does a bath at the Drowned Heron cost?'],
      ['Who runs it?', 'Berta Holm', 'Who runs the Drowned Heron?'],
      ['How old is she?', '61', 'How old is Berta Holm?'],
    ] as const;
    for (const [query, told, searched] of turns) {
      const { status, answer, subQueries } = await ask(server.url, { query, sessionId });
      expect({ query, status, subQueries }).toEqual({ query, status: 'answered', subQueries: [searched] });
      expect(answer).toContain(told);
    }
  });
});
