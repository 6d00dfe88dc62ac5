import { afterEach, describe, expect, it } from '@jest/globals';
import type { Resource } from '@modelcontextprotocol/client';
import { connectClient, type ConnectedClient } from '../../test/connect-client.js';
import { LIBRARY } from '../../test/library.fixture.js';
import { ScriptedCaller } from '@arbiter/testing';

const open: ConnectedClient[] = [];
afterEach(async () => {
  for (const connected of open.splice(0)) await connected.close();
});

async function connect() {
  const caller = new ScriptedCaller(LIBRARY);
  const connected = await connectClient('http 2026', caller);
  open.push(connected);
  return { client: connected.client, caller };
}

const textOf = ({ contents }: { contents: unknown[] }) => (contents[0] as { text: string }).text;

describe('the list of documents', () => {
  it('comes page by page, each document once, under the domain of its collection', async () => {
    const { client, caller } = await connect();
    const pages: Resource[][] = [];
    let cursor: string | undefined;
    do {
      // Without an explicit cursor the client would gather all pages by itself.
      const page = await client.listResources({ cursor: cursor ?? START });
      pages.push(page.resources);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    // What documents describe would follow: there is nothing.
    expect(pages.map(({ length }) => length)).toEqual([100, 50, 3, 0]);
    const uris = pages.flat().map(({ uri }) => uri);
    expect(new Set(uris).size).toBe(153);
    expect(uris[0]).toBe('document://coast/places/p%200.md?id=d000');
    expect(uris.slice(-3)).toEqual([
      'document://notes/README.md?id=e1',
      'document://notes/README.md?id=e2',
      'document://notes/caf%C3%A9/a%3Fb%23c.md?id=e3',
    ]);
    expect(pages[0]![0]).toEqual({
      uri: uris[0],
      name: 'places/p 0.md',
      title: 'Title of d000',
      mimeType: 'text/plain',
      annotations: { lastModified: '2026-01-01T00:00:00.000Z' },
    });
    expect(caller.calls.every(({ options }) => options.origin?.requestId === 'request-1')).toBe(true);
  });

  it.each([
    ...['', 'x', '../..', encode('["lore"]'), encode('["document", "lore", 7]'), encode('null')],
    ...[encode('["entity"]'), encode('["entity", "x"]'), encode('["chunk", "lore", ""]')],
  ])('refuses the cursor %j, which it never gave', async (cursor) => {
    const { client } = await connect();
    await expect(client.listResources({ cursor })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining('This cursor is not one'),
    });
  });
});

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/** Where the first page begins, as a cursor. */
const START = encode('["document", "", ""]');

describe('reading a document', () => {
  it.each([
    ['by the address of the list', 'document://coast/places/p%207.md?id=d007', 'd007'],
    ['by its path alone', 'document://coast/places/p%20149.md', 'd149'],
    ['by the name of its collection', 'document://lore/places/p%207.md', 'd007'],
    ['where its path holds what an address may not', 'document://notes/caf%C3%A9/a%3Fb%23c.md', 'e3'],
    ['where two share a path and its id says which', 'document://notes/README.md?id=e2', 'e2'],
  ])('works %s', async (_how, uri, id) => {
    const { client } = await connect();
    expect(textOf(await client.readResource({ uri }))).toBe(`Text of ${id}`);
  });

  it('asks which one where two share a path', async () => {
    const { client } = await connect();
    await expect(client.readResource({ uri: 'document://notes/README.md' })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining('document://notes/README.md?id=e1 or document://notes/README.md?id=e2'),
    });
  });

  it.each([
    'document://coast/nowhere.md',
    'document://atlantis/places/p%207.md',
    'document://coast/x?id=gone',
    // Of another domain: an id opens no door that the name does not.
    'document://coast/README.md?id=e1',
    'document://coast/../../../etc/passwd',
    'document://coast/%2e%2e/%2e%2e/etc/passwd',
    'document://coast//etc/passwd',
    'document://..%2f..%2fetc/passwd',
    'file:///etc/passwd',
    'places/p 7.md',
  ])('finds nothing at %s, and reads no text', async (uri) => {
    const { client, caller } = await connect();
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32_602 });
    expect(caller.calls.map(({ operation }) => operation)).not.toContain('ingestion.get-document-text');
  });
});
