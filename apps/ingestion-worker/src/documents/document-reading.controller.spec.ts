import type { Principal } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import { documentOf, InMemoryBlobStore, InMemoryDocumentStore } from '@arbiter/ports/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { DocumentReadingController } from './document-reading.controller.js';

const { signal } = new AbortController();
const TEXT = 'The inn serves eel pie.';
const READER: Principal = { name: 'ann', role: 'reader', tenant: 'acme', groups: ['crew'] };
const contextOf = (principal: Principal | null) => ({ signal, principal }) as OperationContext;

/** In the order of ids; those that are called hidden are for another group. */
const IDS = ['a-hidden', 'b-hidden', 'c', 'd-hidden', 'e', 'f-hidden', 'g-hidden', 'h', 'i', 'j-hidden'];
const OPEN = IDS.filter((id) => !id.endsWith('hidden'));

describe('a list of documents for a reader who may not see all', () => {
  let sut: DocumentReadingController;
  beforeEach(async () => {
    const documents = new InMemoryDocumentStore();
    for (const id of IDS) {
      const metadata = OPEN.includes(id) ? {} : { access_groups: ['board'] };
      await documents.put(documentOf(TEXT, { id, collection: 'acme.lore', metadata }), TEXT, signal);
    }
    for (let hidden = 0; hidden < 250; hidden += 1) {
      const id = `x-${String(hidden).padStart(3, '0')}`;
      const metadata = { access_groups: ['board'] };
      await documents.put(documentOf(TEXT, { id, collection: 'acme.lore', metadata }), TEXT, signal);
      await documents.put(documentOf(TEXT, { id: `v-${id}`, collection: 'acme.vault', metadata }), TEXT, signal);
    }
    await documents.put(documentOf(TEXT, { id: 'z', collection: 'acme.lore', metadata: {} }), TEXT, signal);
    sut = new DocumentReadingController(documents, new InMemoryBlobStore());
  });

  it.each([1, 2, 3, 4, 100])('has them all in pages of %i, and no cursor with the id of another', async (limit) => {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await sut.list(
        { collection: 'acme.lore', limit, ...(after !== undefined && { after }) },
        contextOf(READER),
      );
      seen.push(...page.documents.map(({ id }) => id));
      if (page.next !== null) expect(page).toMatchObject({ next: seen.at(-1), documents: { length: limit } });
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(seen).toEqual([...OPEN, 'z']);
  });

  it('is that of a collection which is not there, where all of it is for others', async () => {
    const asked = { limit: 2 };
    const unknown = await sut.list({ ...asked, collection: 'acme.nothing' }, contextOf(READER));
    expect(await sut.list({ ...asked, collection: 'acme.vault' }, contextOf(READER))).toEqual(unknown);
  });

  it('ends a page for whoever reads everything where it is full', async () => {
    const page = await sut.list({ collection: 'acme.lore', limit: 2 }, contextOf(null));
    expect(page).toMatchObject({ documents: [{ id: 'a-hidden' }, { id: 'b-hidden' }], next: 'b-hidden' });
  });
});

describe('a document that a caller may not see', () => {
  it('is told like one that is not there, by each way to it', async () => {
    const documents = new InMemoryDocumentStore();
    const metadata = { access_groups: ['board'] };
    await documents.put(documentOf(TEXT, { id: 'secret', collection: 'acme.lore', metadata }), TEXT, signal);
    await documents.put(documentOf(TEXT, { id: 'foreign', collection: 'zenith.lore', metadata: {} }), TEXT, signal);
    const sut = new DocumentReadingController(documents, new InMemoryBlobStore());
    const told = async (ask: (documentId: string) => Promise<unknown>, documentId: string): Promise<unknown> =>
      ask(documentId).catch((error: unknown) => {
        const { code, message, details } = error as { code: string; message: string; details: object };
        return JSON.stringify({ code, message, details }).replaceAll(documentId, 'ID');
      });
    for (const ask of [
      (documentId: string) => sut.get({ documentId }, contextOf(READER)),
      (documentId: string) => sut.text({ documentId }, contextOf(READER)),
      (documentId: string) => sut.locate({ documentId, start: 0, end: 3 }, contextOf(READER)),
      (documentId: string) => sut.original({ documentId, offset: 0, length: 10 }, contextOf(READER)),
    ]) {
      const unknown = await told(ask, 'nothing');
      expect(unknown).toContain('NOT_FOUND');
      expect([await told(ask, 'secret'), await told(ask, 'foreign')]).toEqual([unknown, unknown]);
    }
  });
});
