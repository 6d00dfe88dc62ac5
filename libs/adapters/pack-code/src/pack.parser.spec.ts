import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DocumentParser, PackCode, ParseRequest, RelatedFiles } from '@arbiter/ports';
import { toolModuleOf } from '@arbiter/ports';
import { useToolsFolders } from '../test/tools-folder.js';
import { openPackParsers, type OpenedPackParsers, type PackParserLimits } from './pack.parser.js';

const folderOf = useToolsFolders();
const opened: OpenedPackParsers[] = [];
afterAll(async () => {
  for (const one of opened.splice(0)) await one.close();
});

/** A busy machine takes long to start a thread. */
const LIMITS: PackParserLimits = { timeMs: 60_000, memoryMib: 128, loadMs: 120_000 };
const LOGS = { name: 'log', mediaType: 'application/x-log', extensions: ['.log'] };

/** A parser of lines, which does what some documents say, in the methods of its class. */
const SOURCE = `
import { ArbiterError } from '@arbiter/contracts';
import { ParsedDocumentBuilder, type ParseRequest } from '@arbiter/tool-sdk';
export class Logs {
  folders = new WeakSet();
  async parse({ bytes, name, related, signal }: ParseRequest) {
    const text = new TextDecoder().decode(bytes);
    if (text === 'crash') throw new TypeError('no such line');
    if (text === 'refuse') throw new ArbiterError('INVALID_REQUEST', name + ' is no log.');
    if (text === 'loop') for (;;);
    if (text === 'wait') await new Promise(() => undefined);
    if (text === 'greedy') for (const held = []; ; ) held.push(new Array(1_000_000).fill({ name }));
    if (text === 'shape') return { text };
    if (text === 'offsets') return { ...new ParsedDocumentBuilder().build(), text: 'x', blocks: [{ kind: 'code', start: 0, end: 9 }] };
    if (text === 'code') return { ...new ParsedDocumentBuilder().build(), parse: () => text };
    if (text === 'reach') return { ...new ParsedDocumentBuilder().build({ title: [typeof process, typeof require, typeof fetch].join() }) };
    const builder = new ParsedDocumentBuilder();
    builder.heading(name, 1);
    for (const line of text.split('\\n')) builder.append('list_item', line);
    const known = related && this.folders.has(related);
    if (related) this.folders.add(related);
    for (const other of related?.names ?? []) builder.append('quote', new TextDecoder().decode(await related.read(other, signal)));
    return builder.build({ metadata: { known: known ?? null } });
  }
  async relatedDigest({ related }: ParseRequest) { return related?.names.join() ?? ''; }
}`;

async function open(limits: Partial<PackParserLimits> = {}, version = '1', source = SOURCE): Promise<DocumentParser> {
  const code = await folderOf({ 'logs.ts': source });
  const parsers = [{ ...toolModuleOf('logs.ts#Logs')!, ...LOGS }];
  const made = openPackParsers({ ...code, parsers } satisfies PackCode, version, { ...LIMITS, ...limits });
  opened.push(made);
  return made.parsers[0]!;
}

const requestOf = (text: string, related?: RelatedFiles, signal = new AbortController().signal): ParseRequest => ({
  name: 'a.log',
  bytes: new TextEncoder().encode(text),
  signal,
  ...(related && { related }),
});

let parser: DocumentParser;
beforeAll(async () => {
  parser = await open();
});

describe('the parser of a pack', () => {
  it('reads what its pack says, with the blocks and offsets of its builder', async () => {
    expect(parser).toMatchObject(LOGS);
    expect(await parser.parse(requestOf('Fog.\nWind.'))).toMatchObject({
      text: 'a.log\n\nFog.\nWind.',
      sections: [{ heading: 'a.log', level: 1, start: 0 }],
      blocks: [
        { kind: 'heading' },
        { kind: 'list_item', start: 7, end: 11 },
        { kind: 'list_item', start: 12, end: 17 },
      ],
    });
  });

  it('is given the files beside a document, one folder as one object', async () => {
    const related = { names: ['b.log'], read: () => Promise.resolve(new TextEncoder().encode('Rain.')) };
    expect(await parser.parse(requestOf('Fog.', related))).toMatchObject({
      text: 'a.log\n\nFog.\n\nRain.',
      metadata: { known: false },
    });
    expect(await parser.parse(requestOf('Fog.', related))).toMatchObject({ metadata: { known: true } });
    const torn = { names: ['b.log'], read: () => Promise.reject(new Error('torn')) };
    await expect(parser.parse(requestOf('Fog.', torn))).rejects.toMatchObject({ code: 'INTERNAL' });
  });

  it('reads again after what it depends on: its related files, and the version of the pack', async () => {
    const next = await open({}, '2');
    const related = { names: ['b.log'], read: () => Promise.resolve(new Uint8Array(0)) };
    const digests = await Promise.all([
      parser.relatedDigest!(requestOf('')),
      parser.relatedDigest!(requestOf('', related)),
      next.relatedDigest!(requestOf('')),
    ]);
    expect(new Set(digests).size).toBe(3);
    expect(await parser.relatedDigest!(requestOf('other'))).toBe(digests[0]);
  });

  it('reaches no file, process or network', async () => {
    expect((await parser.parse(requestOf('reach'))).title).toBe('undefined,undefined,undefined');
  });

  it.each([
    ['throws', 'crash', { code: 'INTERNAL', message: 'a.log could not be read: no such line' }],
    ['refuses the document', 'refuse', { code: 'INVALID_REQUEST', message: 'a.log is no log.' }],
    ['gives another shape', 'shape', { code: 'INTERNAL', message: /"title": .*/ }],
    [
      'gives blocks outside of the text',
      'offsets',
      { code: 'INTERNAL', message: /"blocks\.0" overlaps or lies outside/ },
    ],
    ['gives what is not JSON', 'code', { code: 'INTERNAL', message: /not plain JSON/ }],
    ['takes all memory', 'greedy', { code: 'INTERNAL', message: /"lore" took more memory than it may/ }],
  ])('that %s fails over one document, and reads those that wait', async (_what, text, { code, message }) => {
    const failing = expect(parser.parse(requestOf(text))).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
    const next = parser.parse(requestOf('Fog.'));
    await failing;
    expect((await next).text).toBe('a.log\n\nFog.');
  });

  it.each(['loop', 'wait'])('that does not end (%s) is ended, and reads those that wait', async (text) => {
    const hurried = await open({ timeMs: 1_500 });
    const failing = expect(hurried.parse(requestOf(text))).rejects.toMatchObject({
      code: 'INTERNAL',
      message: 'a.log could not be read: The code of the domain "lore" took longer than 1.5 seconds.',
    });
    const next = hurried.parse(requestOf('refuse'));
    await failing;
    await expect(next).rejects.toMatchObject({ message: 'a.log is no log.' });
  });

  it('leaves with the caller', async () => {
    const controller = new AbortController();
    const reading = parser.parse(requestOf('wait', undefined, controller.signal));
    controller.abort(new Error('gone'));
    await expect(reading).rejects.toThrow('gone');
    expect((await parser.parse(requestOf('Fog.'))).text).toBe('a.log\n\nFog.');
  });

  it('that cannot be had is told of each document', async () => {
    const torn = await open({}, '1', 'export const Logs = { read: () => null };');
    await expect(torn.parse(requestOf('Fog.'))).rejects.toMatchObject({
      message: 'a.log could not be read: "Logs" of tools/logs.ts is no parser: export a class with a method parse.',
    });
  });
});
