import { formatEntityNameCursor, parseEntityNameCursor } from '@arbiter/contracts';
import { ScriptedCaller } from '@arbiter/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { ListResourcesResult, Resource } from '@modelcontextprotocol/client';
import { connectClient, type ConnectedClient } from '../../test/connect-client.js';
import { LIBRARY } from '../../test/library.fixture.js';
import { formatEntityUri, parseEntityUri } from './resource-uris.js';

const open: ConnectedClient[] = [];
afterEach(async () => {
  for (const connected of open.splice(0)) await connected.close();
});

const entityOf = (name: string, documentId: string, aliases: string[] = []) => ({
  id: `${documentId}:0`,
  documentId,
  collection: 'lore',
  type: 'unit',
  name,
  aliases,
  attributes: { costs: { pts: 90 } },
  start: 8,
  end: 12,
  dataLength: 0,
});

/** Reads from a library whose collection "lore" has two things by these names. */
async function read(uri: string): Promise<Record<string, unknown>[]> {
  const caller = new ScriptedCaller({
    ...LIBRARY,
    'ingestion.find-entities': ({ collection }: { collection: string }) => ({
      entities:
        collection === 'lore' ? [entityOf('Guard/é', 'd001', ['Muster']), entityOf('Guard Captain', 'd002')] : [],
    }),
  });
  const connected = await connectClient('http 2026', caller);
  open.push(connected);
  const { contents } = await connected.client.readResource({ uri });
  return contents.map((content) => ({
    uri: content.uri,
    ...(JSON.parse((content as { text: string }).text) as Record<string, unknown>),
  }));
}

describe('the address of an entity', () => {
  it('leads back to what it was made of', () => {
    const address = { domain: 'coast', type: 'unit', name: 'Guard/é #1' };
    expect(parseEntityUri(formatEntityUri(address))).toEqual(address);
  });

  it.each([
    'entity://coast',
    'entity://coast/unit',
    'entity://coast/unit/a/b',
    'entity://../unit/a',
    'entity://a/b/%E0%A4%A',
  ])('is not %s', (uri) => expect(parseEntityUri(uri)).toBeNull());
});

/** Enough for a hundred and twenty pages, as a large data set has. */
const NAMES = Array.from({ length: 12_000 }, (_, n) => ({
  collection: n < 11_999 ? 'lore' : 'notes',
  type: 'unit',
  name: `Guard ${String(n).padStart(5, '0')}`,
}));

describe('the list of entities', () => {
  it('comes after the documents, page by page, each name once under the domain of its collection', async () => {
    const caller = new ScriptedCaller({
      ...LIBRARY,
      'ingestion.list-entity-names': ({ after, limit }: { after?: string; limit: number }) => {
        const last = after === undefined ? null : parseEntityNameCursor(after);
        const from = NAMES.findIndex(({ name }) => name === last?.name) + 1;
        const entities = NAMES.slice(from, from + limit);
        return { entities, next: from + limit < NAMES.length ? formatEntityNameCursor(entities.at(-1)!) : null };
      },
    });
    const connected = await connectClient('http 2026', caller);
    open.push(connected);
    const pages: Resource[][] = [];
    for (let cursor: string | undefined = AFTER_DOCUMENTS; cursor !== undefined;) {
      const page: ListResourcesResult = await connected.client.listResources({ cursor });
      pages.push(page.resources);
      cursor = page.nextCursor;
    }
    expect(Math.max(...pages.map(({ length }) => length))).toBe(100);
    const listed = pages.flat();
    expect(new Set(listed.map(({ uri }) => uri)).size).toBe(12_000);
    expect(listed[0]).toEqual({
      uri: 'entity://coast/unit/Guard%2000000',
      name: 'Guard 00000',
      description: 'unit of coast',
      mimeType: 'application/json',
    });
    expect(listed.at(-1)?.uri).toBe('entity://notes/unit/Guard%2011999');
    const afterLast = await connected.client.listResources({ cursor: encode('["document", "notes", "e3"]') });
    expect(afterLast.resources[0]).toEqual(listed[0]);
  });
});

/** Where the first page of entities begins, as a cursor. */
const AFTER_DOCUMENTS = encode('["entity", ""]');

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

describe('reading an entity', () => {
  it.each(['entity://coast/unit/Guard%2F%C3%A9', 'entity://coast/unit/muster'])(
    'gives what is known of it with its text and where that stands: %s',
    async (uri) => {
      expect(await read(uri)).toEqual([
        {
          uri: 'entity://coast/unit/Guard%2F%C3%A9',
          type: 'unit',
          name: 'Guard/é',
          aliases: ['Muster'],
          attributes: { costs: { pts: 90 } },
          text: 'd001',
          source: { document: 'document://coast/places/p%201.md?id=d001', start: 8, end: 12 },
        },
      ]);
    },
  );

  it('gives all that a beginning may mean', async () => {
    expect((await read('entity://lore/unit/gua')).map(({ name }) => name)).toEqual(['Guard/é', 'Guard Captain']);
  });

  it('says that there is nothing', async () => {
    await expect(read('entity://notes/unit/guard')).rejects.toMatchObject({
      data: { uri: 'entity://notes/unit/guard' },
    });
  });
});
