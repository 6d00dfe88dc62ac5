import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArbiterError, findEntities, getDocumentText, search, submitJob, watchJob } from '@arbiter/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStandalone } from '@arbiter/standalone';

let cwd: string;
const env = { ENABLE_READER: 'false' };

const GAME_SYSTEM = `<gameSystem id="hw" name="Hedge Wars" revision="1" battleScribeVersion="2.03"
    xmlns="http://www.battlescribe.net/schema/gameSystemSchema">
  <costTypes><costType id="pts" name="pts"/></costTypes>
  <sharedSelectionEntries>
    <selectionEntry id="e1" name="Hedge Knights" type="unit">
      <costs><cost name="pts" typeId="pts" value="90"/></costs>
    </selectionEntry>
  </sharedSelectionEntries>
</gameSystem>`;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'arbiter-read-only-'));
  await writeFile(join(cwd, 'units.gst'), GAME_SYSTEM);
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
      const { entities } = await client.request(findEntities, { name: 'Hedge Knights', type: 'unit' });
      expect(entities).toMatchObject([{ name: 'Hedge Knights', attributes: { costs: { pts: 90 } } }]);
      const { text } = await client.request(getDocumentText, { documentId: entities[0]!.documentId });
      expect(text.slice(entities[0]!.start, entities[0]!.end)).toContain('Cost: 90 pts');
    } finally {
      await library.close();
    }
  }, 60_000);

  it('answers for the arms that were asked for, and for no other', async () => {
    const library = await startStandalone({ env, cwd, http: false, readOnly: true, arms: ['retriever'] });
    const { client } = library;
    try {
      const { results } = await client.request(search, { query: 'Hedge Knights', method: 'keyword' });
      expect(results[0]?.content).toContain('Hedge Knights');
      await expect(client.request(findEntities, { name: 'Hedge Knights' })).rejects.toMatchObject({
        code: 'UNAVAILABLE',
      });
    } finally {
      await library.close();
    }
  }, 60_000);

  it('says in the call that a network cannot be had, which it was told to load at once', async () => {
    const surroundings = { ...env, EMBEDDING_MODEL: 'nomic-embed-text', OLLAMA_HOST: 'http://127.0.0.1:9' };
    const options = { env: surroundings, cwd, http: false, readOnly: true } as const;
    const library = await startStandalone({ ...options, arms: ['retriever'], warm: ['embedder', 'reader'] });
    try {
      const found = library.client.request(search, { query: 'knights', method: 'vector' });
      await expect(found).rejects.toBeInstanceOf(ArbiterError);
    } finally {
      await library.close();
    }
  }, 60_000);
});
