import { connect, type Table } from '@lancedb/lancedb';
import { type Chunk, type ChunkFilter, factsOf } from '@arbiter/ports';
import { analysedChunkOf, documentsOf, embeddedChunkOf, keywordQueryOf, unitVector } from '@arbiter/ports/testing';
import { describeFrozenFormat } from '@arbiter/testing/frozen';
import { LanceStore } from '../../src/index.js';
import { LanceKeywordIndex } from '../../src/lance-keyword.index.js';
import { LanceVectorIndex } from '../../src/lance-vector.index.js';

const live = new AbortController().signal;
const COLLECTION = 'Lore';
const CHUNKS: readonly (Partial<Chunk> & Pick<Chunk, 'id' | 'text'>)[] = [
  {
    id: 'light#0',
    text: 'Mara keeps\nthe lamp. 🕯️',
    title: 'Light',
    section: ['Harbour', 'Lamp'],
    page: 3,
    metadata: { year: 2026, tags: ['lamp', 'oil'] },
  },
  { id: 'light#1', text: 'The lamp burns oil.', ordinal: 1, start: 24, end: 43 },
  { id: 'oars#0', text: 'Oars float.', metadata: { year: 2025 } },
];
const VECTORS = [
  [1, 2, 3, 4],
  [4, 3, 2, 1],
  [1, 0, 0, 1],
];
const FILTER: ChunkFilter = [{ key: 'year', test: { kind: 'any-of', values: [2026] }, negated: false }];

describeFrozenFormat('indexes', {
  home: new URL('indexes/', import.meta.url),
  async write(directory) {
    const store = await LanceStore.open({ directory, mode: 'read-write' });
    const embedded = CHUNKS.map((chunk, index) => embeddedChunkOf(chunk, VECTORS[index] ?? []));
    await new LanceVectorIndex(store).replaceDocuments(COLLECTION, documentsOf(...embedded), live);
    await new LanceKeywordIndex(store).replaceDocuments(COLLECTION, documentsOf(...CHUNKS.map(analysedChunkOf)), live);
    await store.close();
  },
  async read(directory) {
    const store = await LanceStore.open({ directory, mode: 'read-only' });
    const ids = CHUNKS.map(({ id }) => id);
    const vector = unitVector([1, 2, 3, 4]);
    const terms = keywordQueryOf('the lamp of oil');
    const chunks = await Promise.all(
      [new LanceVectorIndex(store), new LanceKeywordIndex(store)].map(async (index) => [
        ...(await index.chunks(COLLECTION, ids, live)).values(),
      ]),
    );
    const hits = [
      await new LanceVectorIndex(store).search(COLLECTION, vector, { limit: 9, signal: live }),
      await new LanceVectorIndex(store).search(COLLECTION, vector, { limit: 9, filter: FILTER, signal: live }),
      await new LanceKeywordIndex(store).search(COLLECTION, terms, { limit: 9, signal: live }),
      await new LanceKeywordIndex(store).search(COLLECTION, terms, { limit: 9, filter: FILTER, signal: live }),
    ];
    await store.close();
    const found = hits.map((list) => list.map(({ chunkId, score }) => ({ chunkId, score: Number(score.toFixed(4)) })));
    return { chunks, found };
  },
  async layout(directory) {
    const connection = await connect(directory);
    const tables: [string, unknown][] = [];
    for (const name of await connection.tableNames())
      tables.push([name, await layoutOf(await connection.openTable(name))]);
    connection.close();
    return { ...Object.fromEntries(tables), facts: factsOf(CHUNKS[0]?.metadata ?? {}) };
  },
});

async function layoutOf(table: Table): Promise<unknown> {
  const { fields } = await table.schema();
  const columns = fields.map(({ name, type, nullable }): [string, string] => [
    name,
    `${String(type as unknown)}${nullable ? ' | null' : ''}`,
  ]);
  const indices = (await table.listIndices()).map(({ name, indexType, columns: on }) => ({ name, indexType, on }));
  table.close();
  return { columns: Object.fromEntries(columns), indices };
}
