import { describe, expect, it } from '@jest/globals';
import { type DocumentEntities, EntityStore } from './entity-store.js';
import { entityOf, InMemoryEntityRecords } from './testing/index.js';

const live = new AbortController().signal;

/** Runs a step after the entities of a document were read, and before they are handed on. */
class InterruptedRecords extends InMemoryEntityRecords {
  onRead: () => Promise<void> = () => Promise.resolve();

  override async get(documentId: string, signal: AbortSignal): Promise<DocumentEntities | null> {
    const held = await super.get(documentId, signal);
    await this.onRead();
    return held;
  }
}

describe('EntityStore', () => {
  const document = { id: 'doc-1', collection: 'units' };

  it.each([
    ['replaces', ['Scout'], (store: EntityStore) => store.replace(document, [entityOf('Scout')], live)],
    ['deletes', [], (store: EntityStore) => store.delete(['doc-1'], live)],
  ])('knows what it %s while it reads what was there before', async (_, names, change) => {
    const records = new InterruptedRecords();
    await records.put('doc-1', { collection: 'units', entities: [entityOf('Guard')] }, live);
    const store = new EntityStore(records);
    records.onRead = () => change(store);
    for (let round = 0; round < 2; round += 1)
      expect((await store.find({ limit: 9 }, live)).map(({ name }) => name)).toEqual(names);
  });
});
