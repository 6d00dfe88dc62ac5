import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { documentParsers } from './document-parsers.js';
import { parseDocument } from './parse-document.js';
import { type DocumentReader, openParsersOfPacks, readersByCollection } from './parsers-of-packs.js';

const LIMITS = { timeMs: 60_000, memoryMib: 256, loadMs: 120_000 };
const CONFIG = {
  domain: 'tides',
  version: '1',
  vectorDatabase: { collections: ['tides_logs'] },
  ingestion: {
    parsers: { log: { module: 'log.mjs#LogParser', mediaType: 'application/x-log', extensions: ['.log', '.tide'] } },
  },
};
const PARSER = `import { ParsedDocumentBuilder } from '@arbiter/tool-sdk';
export class LogParser {
  async parse({ bytes }) {
    const text = new TextDecoder().decode(bytes);
    if (text === 'crash') throw new Error('no tide');
    const builder = new ParsedDocumentBuilder();
    builder.append('paragraph', 'Tide: ' + text);
    return builder.build();
  }
}`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arbiter-packs-'));
  await mkdir(join(folder, 'tides/tools'), { recursive: true });
  await writeFile(join(folder, 'tides/config.json'), JSON.stringify(CONFIG));
  await writeFile(join(folder, 'tides/tools/log.mjs'), PARSER);
});
afterAll(() => rm(folder, { recursive: true }));

const requestOf = (name: string, text: string) => ({
  name,
  bytes: new TextEncoder().encode(text),
  signal: new AbortController().signal,
});

async function withPacks(
  allowed: boolean,
  use: (readerOf: (collection: string) => DocumentReader) => Promise<void>,
): Promise<void> {
  const parsers = documentParsers();
  const opened = await openParsersOfPacks({ folders: [folder], shipped: folder, allowed }, LIMITS);
  try {
    await use(readersByCollection({ parsers, read: (request) => parseDocument(request, parsers) }, opened.packs));
  } finally {
    await opened.close();
  }
}

describe('the parsers of packs', () => {
  it('read the documents of their collections, and of no other', () =>
    withPacks(true, async (readerOf) => {
      const [own, other] = [readerOf('tides_logs'), readerOf('notes')];
      expect(await own.read(requestOf('a.log', 'high'))).toMatchObject({
        parsed: { text: 'Tide: high' },
        mediaType: 'application/x-log',
      });
      expect((await other.read(requestOf('a.log', 'high'))).parsed.text).toBe('high');
      expect([own.parsers.parserOf('a.tide')?.name, other.parsers.parserOf('a.tide')]).toEqual(['log', undefined]);
      await expect(other.read(requestOf('a.tide', 'high'))).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    }));

  it('keep their endings, whatever the content looks like, and leave the others to ours', () =>
    withPacks(true, async (readerOf) => {
      const { read } = readerOf('tides_logs');
      expect((await read(requestOf('a.log', '%PDF-1.7'))).parsed.text).toBe('Tide: %PDF-1.7');
      expect((await read(requestOf('a.txt', 'high'))).parsed.text).toBe('high');
    }));

  it('fail over one document by name', () =>
    withPacks(true, async (readerOf) => {
      const { read } = readerOf('tides_logs');
      await expect(read(requestOf('a.log', 'crash'))).rejects.toMatchObject({
        code: 'INTERNAL',
        message: 'a.log could not be read: no tide',
      });
      expect((await read(requestOf('b.log', 'low'))).parsed.text).toBe('Tide: low');
    }));

  it('are not run where nobody has allowed it, which each document says', () =>
    withPacks(false, async (readerOf) => {
      await expect(readerOf('tides_logs').read(requestOf('a.log', 'high'))).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringMatching(/^a\.log is read by code of the domain "tides", .*--allow-pack-code/),
      });
    }));
});
