import { afterEach, describe, expect, it } from '@jest/globals';
import { ArbiterError, checksumOf } from '@arbiter/contracts';
import { ScriptedCaller, type Script } from '@arbiter/testing';
import { connectClient, type ConnectedClient } from '../../test/connect-client.js';
import { LIBRARY, pictureScript } from '../../test/library.fixture.js';

const open: ConnectedClient[] = [];
afterEach(async () => {
  for (const connected of open.splice(0)) await connected.close();
});

const PUBLIC = 'https://arbiter.example';

async function connect(scripts: Readonly<Record<string, Script>> = {}, mayIngest = true) {
  const caller = new ScriptedCaller({ ...LIBRARY, ...scripts });
  const connected = await connectClient('http 2026', caller, mayIngest, PUBLIC);
  open.push(connected);
  const call = (name: string, args: object = {}) => connected.client.callTool({ name, arguments: { ...args } });
  return { call, caller };
}

const textOf = (result: { content: unknown }) => (result.content as { text: string }[]).map(({ text }) => text);
const failing = (code: string) => ({ isError: true, _meta: { 'arbiter/error': { code } } });
const withText = (text: string) => ({ 'ingestion.get-document-text': { output: { text } } });

describe('the tool read-document', () => {
  const LAMPS = withText('The bell. The lamps are lit at dusk. The tide.');

  it('shows a span with what stands around it, and where it leads', async () => {
    const { call } = await connect(LAMPS);
    const read = await call('read-document', { documentId: 'd001', start: 10, end: 36, context: 10 });
    expect(read.structuredContent).toEqual({
      documentId: 'd001',
      title: 'Title of d001',
      source: 'places/p 1.md',
      collection: 'lore',
      length: 10,
      updatedAt: '2026-01-01T00:00:00.000Z',
      uri: 'document://coast/places/p%201.md?id=d001',
      url: `${PUBLIC}/documents/d001?start=10&end=36&sum=${checksumOf('The lamps are lit at dusk.')}`,
      start: 10,
      end: 36,
      before: 'The bell. ',
      text: 'The lamps are lit at dusk.',
      after: ' The tide.',
      next: 36,
    });
    expect(textOf(read)).toEqual(['The bell. The lamps are lit at dusk. The tide.']);
  });

  it('reads a document by its address, as far as a piece goes', async () => {
    const { call } = await connect(withText('🏮'.repeat(15_000)));
    const read = await call('read-document', { uri: 'document://coast/places/p%201.md', start: 1 });
    // Offsets that are asked for hold; one that the server chooses divides no character.
    expect(read.structuredContent).toMatchObject({ documentId: 'd001', start: 1, end: 20_000, next: 20_000 });
    expect(textOf(read)[0]).toMatch(/\[It goes on: start 20000\]$/);
  });

  it('shows the picture of a page besides, or why it cannot', async () => {
    const { call } = await connect({ ...LAMPS, 'ingestion.get-page-picture': pictureScript(300_000) });
    const read = await call('read-document', { documentId: 'd001', end: 9, picture: 2 });
    expect(read.content).toMatchObject([{ text: 'The bell.' }, { type: 'image', mimeType: 'image/jpeg' }]);
    const missing = await call('read-document', { documentId: 'd001', end: 9, picture: 3 });
    expect(textOf(missing)).toEqual(['The bell.', 'The picture of page 3 cannot be shown: There is no page 3.']);
    expect(missing.isError).not.toBe(true);
  });

  it('shows nothing that a reader cannot see', async () => {
    const { call } = await connect(withText('a\u202Eb'));
    expect((await call('read-document', { documentId: 'd001' })).structuredContent).toMatchObject({ text: 'a\uFFFDb' });
  });

  it.each([
    {},
    { documentId: 'd001', uri: 'document://coast/places/p%201.md' },
    { documentId: 'd001', start: -1 },
    { documentId: 'd001', start: 4, end: 4 },
    { documentId: 'd001', start: 500 },
    { documentId: 'd001', end: 500 },
    { documentId: 'd001', end: 200_001 },
    { documentId: 'd001', context: 10_001 },
    { documentId: 'x'.repeat(10_000) },
    { uri: `document://coast/${'x'.repeat(10_000)}` },
    { uri: 'document://notes/README.md' },
  ])('refuses %j', async (args) => {
    const { call } = await connect(LAMPS);
    expect(await call('read-document', args)).toMatchObject(failing('INVALID_REQUEST'));
  });

  it.each([
    { documentId: 'elsewhere' },
    { uri: 'document://coast/places/p%201.md?id=e1' },
    { uri: 'document://coast/nowhere.md' },
    { uri: 'file:///etc/passwd' },
    { uri: 'document://../x' },
  ])('does not find %j', async (args) => {
    const { call } = await connect(LAMPS);
    expect(await call('read-document', args)).toMatchObject(failing('NOT_FOUND'));
  });
});

describe('the tool list-documents', () => {
  it('lists a page with the addresses to read and show each', async () => {
    const { call } = await connect();
    const { structuredContent, content } = await call('list-documents', {
      collection: 'lore',
      limit: 2,
      after: 'd003',
    });
    expect(structuredContent).toMatchObject({
      documents: [
        { documentId: 'd004', uri: 'document://coast/places/p%204.md?id=d004', url: `${PUBLIC}/documents/d004` },
        { documentId: 'd005' },
      ],
      next: 'd005',
    });
    expect(JSON.parse(textOf({ content })[0]!)).toEqual(structuredContent);
  });

  it('refuses more than a page holds', async () => {
    const { call } = await connect();
    expect(await call('list-documents', { collection: 'lore', limit: 1_000 })).toMatchObject(
      failing('INVALID_REQUEST'),
    );
  });
});

describe('the tool list-collections', () => {
  it('names each with its domain', async () => {
    const { call } = await connect();
    expect((await call('list-collections')).structuredContent).toEqual({
      collections: [
        { name: 'empty', domain: 'empty', language: 'en', documents: 1 },
        { name: 'lore', domain: 'coast', language: 'en', documents: 1 },
        { name: 'notes', domain: 'notes', language: 'en', documents: 1 },
      ],
    });
  });
});

describe('the tool delete-document', () => {
  const DELETES = { 'ingestion.delete-document': { output: { documentId: 'e1', chunks: 2 } } };

  it('deletes a document where clients may change the library', async () => {
    const { call } = await connect(DELETES);
    expect((await call('delete-document', { documentId: 'e1' })).structuredContent).toEqual({
      documentId: 'e1',
      chunks: 2,
    });
  });

  it('is not there where they may not', async () => {
    const { call, caller } = await connect(DELETES, false);
    await expect(call('delete-document', { documentId: 'e1' })).rejects.toThrow('TOOLS_MAY_INGEST');
    expect(caller.calls).toEqual([]);
  });

  it('deletes nothing of another tenant, nor for a reader', async () => {
    for (const code of ['NOT_FOUND', 'FORBIDDEN'] as const) {
      const { call } = await connect({ 'ingestion.delete-document': new ArbiterError(code, 'No.') });
      expect(await call('delete-document', { documentId: 'e1' })).toMatchObject(failing(code));
    }
  });
});
