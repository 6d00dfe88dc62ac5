import { rm } from 'node:fs/promises';
import type { FoundItem, SourceItem } from '@arbiter/ports';
import { zipOf } from '@arbiter/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import { COLLECTION, library, SCRATCH } from '../../test/ingestion-library.js';
import { documentParsers } from '../parse/document-parsers.js';
import { parseDocument } from '../parse/parse-document.js';
import { recogniseExports } from './recognise-exports.js';

const { signal } = new AbortController();
const PAGE = '0123456789abcdef0123456789abcdef';

/** Yields files of a source. */
async function* listed(files: Readonly<Record<string, unknown>>): AsyncGenerator<FoundItem> {
  for (const [source, content] of Object.entries(files)) {
    const bytes = new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content));
    yield await Promise.resolve({
      source,
      origin: '/export',
      location: `/export/${source}`,
      size: bytes.length,
      read: () => Promise.resolve(bytes),
    });
  }
}

async function recognise(files: Readonly<Record<string, unknown>>) {
  const items: SourceItem[] = [];
  const skipped: string[] = [];
  for await (const item of recogniseExports(listed(files))) {
    if ('skipped' in item) skipped.push(item.skipped.source);
    else if ('read' in item) items.push(item);
  }
  const textOf = async (source: string): Promise<string> => {
    const item = items.find((one) => one.source === source)!;
    const { name = item.source, related } = item;
    const request = { bytes: await item.read(signal), name, signal, ...(related && { related }) };
    return (await parseDocument(request, documentParsers())).parsed.text;
  };
  return { sources: items.map(({ source }) => source), skipped, textOf };
}

const USERS = [{ id: 'U01', name: 'mfell', profile: { display_name: 'Mara' } }];
const DAY = [{ type: 'message', user: 'U01', text: 'Lit, <@U01>.', ts: '1769842800.000100' }];

describe('an export of Slack', () => {
  const files = {
    'pell/channels.json': [{ id: 'C01', name: 'harbour', members: ['U01'] }],
    'pell/harbour/2026-01-31.json': DAY,
    'pell/integration_logs.json': [],
    'pell/users.json': USERS,
  };

  it('is read day by day with the names of its members, wherever it lies', async () => {
    const { sources, skipped, textOf } = await recognise(files);
    expect(sources).toEqual(['pell/harbour/2026-01-31.json']);
    expect(skipped).toEqual(['pell/channels.json', 'pell/integration_logs.json', 'pell/users.json']);
    expect(await textOf('pell/harbour/2026-01-31.json')).toBe('Mara (07:00): Lit, @Mara.');
  });

  it('is not taken for one without the list of its members, nor a file of a day in another folder', async () => {
    const { 'pell/users.json': _, ...without } = files;
    const { sources, textOf } = await recognise({ ...without, 'x/2026-01-31.json': [{ tide: 4 }] });
    expect(sources).toHaveLength(4);
    expect(await textOf('x/2026-01-31.json')).toContain('tide: 4');
  });

  it('leaves other data under the name of a day as they are', async () => {
    const { textOf } = await recognise({ ...files, 'pell/tides/2026-01-31.json': [{ tide: 4 }] });
    expect(await textOf('pell/tides/2026-01-31.json')).toContain('tide: 4');
  });
});

describe('an export of Notion', () => {
  afterAll(() => rm(SCRATCH, { recursive: true, force: true }));

  it('is read out of the archive in its archive, and its documents are called without their ids', async () => {
    const part = zipOf([{ name: `Team/Log ${PAGE}.txt`, content: 'The lamp was lit.' }]);
    const { ingest, documents, signal } = library({
      '/library/Export-1f.zip': zipOf([{ name: 'Export-1f-Part-1.zip', content: part }]),
    });
    expect((await ingest()).counts).toMatchObject({ added: 1, failed: 0 });
    expect(await documents.list(COLLECTION, { limit: 10 }, signal)).toEqual([
      expect.objectContaining({ title: 'Log', source: `Export-1f.zip/Export-1f-Part-1.zip/Team/Log ${PAGE}.txt` }),
    ]);
  });

  it('has each row of a database once', async () => {
    const { sources, skipped } = await recognise({
      [`Tasks ${PAGE}.csv`]: 'Name,Status\nMend,Done\n',
      [`Tasks ${PAGE}_all.csv`]: 'Name,Status\nMend,Done\nTrim,Open\n',
      [`Tasks ${PAGE}/Mend ${PAGE}.md`]: '# Mend\n\nStatus: Done\n',
      [`Other ${PAGE}.csv`]: 'Name\nA\n',
    });
    expect(skipped).toEqual([`Tasks ${PAGE}.csv`]);
    expect(sources).toHaveLength(3);
  });
});
