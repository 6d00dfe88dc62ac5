import { afterAll, expect, it } from '@jest/globals';
import { documentsOf, embeddedChunkOf, unitVector } from '@arbiter/ports/testing';
import { connect } from '@lancedb/lancedb';
import { TemporaryStores } from '../test/temporary-stores.js';
import { LanceVectorIndex } from './lance-vector.index.js';

const { signal } = new AbortController();
const stores = new TemporaryStores();
afterAll(() => stores.remove());

it('a table of a version that kept token vectors is written on, without them', async () => {
  const directory = await stores.folder();
  const before = await stores.open({ directory });
  const [old, late] = ['old', 'late'].map((text) => embeddedChunkOf({ id: `${text}#0`, text }, [1, 0]));
  await new LanceVectorIndex(before).replaceDocuments('c', documentsOf(old!), signal);
  await before.close();
  const connection = await connect(directory);
  const table = await connection.openTable('vectors.c');
  await table.addColumns([
    { name: 'tokens', valueSql: "cast('many' as binary)" },
    { name: 'token_dimensions', valueSql: 'cast(64 as int)' },
  ]);
  connection.close();

  const sut = new LanceVectorIndex(await stores.open({ directory }));
  const query = unitVector([1, 0]);
  expect(await sut.search('c', query, { limit: 9, signal })).toHaveLength(1);
  await sut.replaceDocuments('c', documentsOf(late!), signal);
  await sut.optimize('c', signal);
  const hits = await sut.search('c', query, { limit: 9, signal });
  expect(hits.map(({ chunkId }) => chunkId)).toEqual(['late#0', 'old#0']);
  const after = await connect(directory);
  const { fields } = await (await after.openTable('vectors.c')).schema();
  expect(fields.map(({ name }) => name)).not.toContain('tokens');
  after.close();
});
