import { describe, expect, it } from '@jest/globals';
import { COLLECTION, library } from '../../test/ingestion-library.js';

const live = new AbortController().signal;

describe('the entities of a document', () => {
  const shelf = async () => {
    const made = library({ '/library/a.unit': 'Thornguard', '/library/b.unit': 'Moss Boar' });
    await made.ingest();
    const names = async (): Promise<string[]> =>
      (await made.entities.find({ collections: [COLLECTION], limit: 10 }, live)).map(({ name }) => name);
    return { ...made, names };
  };

  it('are found once it has been ingested', async () => {
    const { names, entities, documents } = await shelf();
    expect(await names()).toEqual(['Moss Boar', 'Thornguard']);
    const [found] = await entities.find({ name: 'thornguard', limit: 1 }, live);
    expect((await documents.get(found!.documentId, live))?.source).toBe('a.unit');
  });

  it('change with it', async () => {
    const { files, ingest, names } = await shelf();
    files.set('/library/a.unit', 'Hedge Runners');
    await ingest();
    expect(await names()).toEqual(['Hedge Runners', 'Moss Boar']);
  });

  it('move with it, whole', async () => {
    const { files, ingest, names, entities } = await shelf();
    files.delete('/library/a.unit');
    files.set('/library/deeper/c.unit', 'Thornguard');
    expect((await ingest()).counts).toMatchObject({ moved: 1, added: 0 });
    expect(await names()).toEqual(['Moss Boar', 'Thornguard']);
    const [found] = await entities.find({ name: 'thornguard', limit: 1 }, live);
    expect(await entities.data(found!.id, live)).toBe('Thornguard');
  });

  it('go with it', async () => {
    const { files, ingest, names } = await shelf();
    files.delete('/library/a.unit');
    await ingest();
    expect(await names()).toEqual(['Moss Boar']);
  });

  it('go with what a crash has left of it', async () => {
    const { entities, ingest, names } = await shelf();
    await entities.replace({ id: 'd-lost', collection: COLLECTION }, LOST, live);
    expect(await names()).toContain('Lost');
    await ingest();
    expect(await names()).not.toContain('Lost');
  });
});

const LOST = [{ type: 'unit', name: 'Lost', aliases: [], attributes: {}, start: 0, end: 4 }];
