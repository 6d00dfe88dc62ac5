import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ArbiterError,
  findEntities,
  getDocumentText,
  getPageRegions,
  listDocuments,
  locateSpan,
  search,
  submitJob,
  watchJob,
} from '@arbiter/contracts';
import { regionOf } from '@arbiter/ports';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStandalone } from '@arbiter/standalone';
import { WORKSPACE } from './installation.js';

/** A chart on its first page, plain text on the second. */
const CHART = join(WORKSPACE.root, 'domains/lantern-coast/papers/coast-chart.pdf');
/** As the chart has it, and nothing else on its page. */
const NAME = 'Cormorant Point';

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
  await cp(CHART, join(cwd, 'chart.pdf'));
  const library = await startStandalone({ env, cwd, http: false });
  const { client } = library;
  for (const [collection, include] of [
    ['warhammer-40k_units', '*.gst'],
    ['papers', '*.pdf'],
  ] as const) {
    const sources = [{ kind: 'path' as const, path: cwd, include: [include] }];
    const { id } = await client.request(submitJob, { collection, sources });
    const events = client.stream(watchJob, { jobId: id });
    for (let next = await events.next(); !next.done; next = await events.next());
  }
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

  it('finds the chart of a page, and that a name stands in it', async () => {
    const library = await startStandalone({ env, cwd, http: false, readOnly: true });
    const { client } = library;
    try {
      const { documents } = await client.request(listDocuments, { collection: 'papers' });
      const documentId = documents[0]?.id ?? '';
      const { regions } = await client.request(getPageRegions, { documentId, page: 1 });
      expect(regions[0]).toMatchObject({ kind: 'figure', box: { top: expect.closeTo(0.09, 1) } });
      const { text } = await client.request(getDocumentText, { documentId });
      const start = text.indexOf(NAME);
      const { pages } = await client.request(locateSpan, { documentId, start, end: start + NAME.length });
      expect(pages).toMatchObject([{ page: 1 }]);
      expect(regionOf(pages[0]?.boxes ?? [], regions)).toEqual(regions[0]);
      expect(await client.request(getPageRegions, { documentId, page: 2 })).toEqual({ regions: [] });
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
