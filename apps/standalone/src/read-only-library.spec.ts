import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEntities, getDocumentText, submitJob, watchJob } from '@arbiter/contracts';
import { tabletopDataSet } from '@arbiter/roster/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStandalone } from './start-standalone.js';

let cwd: string;
const env = { VALIDATION_READER: 'false', SYNTHESIS_READER: 'false', ENABLE_RERANKING: 'false' };

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'arbiter-read-only-'));
  for (const [name, bytes] of tabletopDataSet({ factions: 1, unitsPerFaction: 0, libraries: 0, unitsPerLibrary: 0 }))
    await writeFile(join(cwd, name), bytes);
  const library = await startStandalone({ env, cwd, http: false });
  const { client } = library;
  const sources = [{ kind: 'path' as const, path: cwd, include: ['*.cat', '*.gst'] }];
  const { id } = await client.request(submitJob, { collection: 'warhammer-40k_units', sources });
  const events = client.stream(watchJob, { jobId: id });
  for (let next = await events.next(); !next.done; next = await events.next());
  await library.close();
}, 120_000);

afterAll(() => rm(cwd, { recursive: true }));

// What is open for reading only is every question of the command line without a session.
describe('a library that is open for reading only', () => {
  it('tells what documents describe, and their texts, which tools ask for', async () => {
    const library = await startStandalone({ env, cwd, http: false, readOnly: true });
    const { client } = library;
    try {
      const { entities } = await client.request(findEntities, { name: 'Necron Warriors', type: 'unit' });
      expect(entities).toMatchObject([{ name: 'Necron Warriors', attributes: { costs: { pts: 90 } } }]);
      const { text } = await client.request(getDocumentText, { documentId: entities[0]!.documentId });
      expect(text.slice(entities[0]!.start, entities[0]!.end)).toContain('Cost: 90 pts');
    } finally {
      await library.close();
    }
  }, 60_000);
});
