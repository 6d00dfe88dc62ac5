import { ParsedDocumentBuilder } from '@arbiter/adapter-kit/documents';
import type { DocumentParser } from '@arbiter/ports';
import { describeDocumentParser, expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import {
  type CompoundFolder as Folder,
  makeCompoundFile,
  outlookParts as partsOf,
  outlookProperties as properties,
} from '@arbiter/testing';
import { MailParser } from '../mail.parser.js';
import { decompressRtf } from './decompress-rtf.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
/** Reads files as paragraphs. */
const lines: DocumentParser = {
  name: 'lines',
  mediaType: 'text/plain',
  extensions: ['.txt', '.html', '.rtf'],
  parse({ bytes }) {
    const builder = new ParsedDocumentBuilder();
    builder.append('paragraph', new TextDecoder().decode(bytes).replace(/<[^<>]*>/g, ''));
    return Promise.resolve(builder.build());
  },
};
const parser = new MailParser((name) => (/\.(?:txt|html|rtf)$/.test(name) ? lines : undefined));
const read = async (bytes: Uint8Array, name = 'keys.msg') => {
  const parsed = await parser.parse({ bytes, name, signal: new AbortController().signal });
  expectWellFormedDocument(parsed);
  return parsed;
};

const recipient = (kind: number, name: string, address: string): Folder =>
  properties(8, { 0x0c15: kind, 0x3001: name, 0x3003: '/O=MILL/CN=X', 0x39fe: address });
const attachment = (name: string, content: Uint8Array | Folder, more = {}): Folder =>
  properties(8, { 0x3707: name, 0x3701: content, ...more });
const SENT = new Date('2025-03-04T09:20:00Z');
const HEAD = {
  0x001a: 'IPM.Note',
  0x0037: 'Schlüssel',
  0x0039: SENT,
  0x0c1a: 'Runa Delt',
  0x5d01: 'runa@mill.example',
};
const message = (values: object, parts: Folder = {}, header = 32): Folder =>
  properties(header, { ...HEAD, ...values }, parts);
const made = (values: object, parts: Folder = {}): Uint8Array => makeCompoundFile(message(values, parts));
const SIMPLE = made(
  { 0x1000: 'The keys are with Otto.\r\n\r\n> Who has the keys?' },
  partsOf([recipient(1, 'Otto', 'otto@mill.example'), recipient(2, 'Mira', 'mira@mill.example')]),
);

describeDocumentParser('MailParser, of Outlook', () => parser, [
  { what: 'a message', name: 'a.msg', bytes: SIMPLE, holds: ['Schlüssel', 'The keys are with Otto.'] },
]);

describe('a message of Outlook', () => {
  it('is read as a mail is', async () => {
    const { text, title, metadata, warnings } = await read(SIMPLE);
    expect(title).toBe('Schlüssel');
    expect(metadata).toMatchObject({ author: 'Runa Delt <runa@mill.example>', date: '2025-03-04T09:20:00.000Z' });
    expect(text).toBe(
      'Schlüssel\n\nFrom: Runa Delt <runa@mill.example>\nTo: Otto <otto@mill.example>\nCc: Mira <mira@mill.example>\n' +
        'Date: 2025-03-04 09:20 UTC\n\nThe keys are with Otto.\n\n> Who has the keys?',
    );
    expect(warnings).toEqual([]);
    expect(parser.recognises(SIMPLE)).toBe(true);
  });

  it('has its attachments read, messages among them', async () => {
    const inner = message({ 0x0037: 'Older', 0x1000: 'In the barn.' }, {}, 24);
    const { text, warnings } = await read(
      made(
        { 0x1000: 'See below.' },
        partsOf(
          [],
          [
            attachment('note.txt', utf8('Under the mat.')),
            attachment('plan.dwg', utf8('x')),
            attachment('', inner),
            attachment('old.msg', makeCompoundFile(message({ 0x0037: 'Oldest', 0x1000: 'By the pond.' }))),
            attachment('logo.png', utf8('x'), { 0x3712: 'logo1' }),
            attachment('long.txt', utf8('word '.repeat(2_000))),
          ],
        ),
      ),
    );
    for (const said of [
      'note.txt\n\nUnder the mat.',
      'Older\n\nFrom:',
      'In the barn.',
      'Oldest\n\nFrom:',
      'By the pond.',
    ])
      expect(text).toContain(said);
    expect(text).toContain('word '.repeat(2_000).trim());
    expect(warnings).toEqual([
      'The attachment plan.dwg was not read: no parser reads files of this kind.',
      'The attachment logo.png was not read: no parser reads files of this kind.',
    ]);
  });

  it.each([
    [
      'HTML in its encoding',
      { 0x1013: Buffer.from('<p>Die Schl\xfcssel</p>', 'latin1'), 0x3fde: 1_252 },
      'Die Schlüssel',
    ],
    ['rich text', { 0x1009: packed('{\\rtf1 The barn}') }, '{\\rtf1 The barn}'],
  ])('may hold %s alone', async (_, body, expected) => {
    expect((await read(made(body))).text).toContain(expected);
  });

  it('says of what kind an item is that is no mail', async () => {
    const { warnings } = await read(made({ 0x001a: 'IPM.Appointment', 0x1000: 'At the mill.' }));
    expect(warnings).toEqual([
      'It is an item of Outlook of the kind IPM.Appointment: only its text, people and attachments were read.',
    ]);
  });

  it('is read where it is attached to a mail', async () => {
    const base64 = Buffer.from(SIMPLE).toString('base64').replace(/.{76}/g, '$&\n');
    const mail = `From: a@mill.example\nSubject: Outer\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/vnd.ms-outlook\nContent-Disposition: attachment; filename=keys.msg\nContent-Transfer-Encoding: base64\n\n${base64}\n--b--\n`;
    expect((await read(utf8(mail), 'outer.eml')).text).toContain('The keys are with Otto.');
  });
});

describe('a broken message of Outlook', () => {
  const patched = (at: number, ...values: number[]): Uint8Array => {
    const bytes = Buffer.from(SIMPLE);
    for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, at + 4 * index);
    return new Uint8Array(bytes);
  };
  const view = Buffer.from(SIMPLE);
  const table = 512 * (view.readUInt32LE(76) + 1);
  const directory = view.readUInt32LE(48);
  it.each([
    ['cut short', SIMPLE.subarray(0, 700)],
    ['with its directory in a circle', patched(table + 4 * directory, directory)],
    ['with tables in a circle', patched(68, 0, 9)],
    ['with a directory that lies outside', patched(48, 77_777)],
    ['whose streams are longer than it', patched(512 * (directory + 1) + 128 + 120, 0x7fffffff)],
    ['of no folder of properties', makeCompoundFile({ WordDocument: utf8('x') })],
  ])('is refused: %s', async (_, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'keys.msg is not a readable message: it is broken or nested too deep.',
    });
    expect(parser.recognises(bytes.subarray(0, 400))).toBe(false);
  });

  it('ends where small sectors run in a circle', async () => {
    const bytes = patched(512 * (view.readUInt32LE(60) + 1), 0, 0, 0, 0, 0, 0, 0, 0);
    expect((await read(bytes)).title).toBe('Schlüssel');
  });

  it('ends where folders hold one another', async () => {
    const bytes = Buffer.from(SIMPLE);
    const from = 512 * (directory + 1);
    // Each entry names the root as its child, and itself as its neighbour.
    for (let at = from + 128; at < from + 512; at += 128) {
      bytes.writeUInt32LE(0, at + 76);
      bytes.writeUInt32LE((at - from) / 128, at + 68);
    }
    expect((await read(new Uint8Array(bytes))).title).toBe('Schlüssel');
  });

  it('reads no more of it than it has bytes, where attachments share their sectors', async () => {
    const long = utf8('word '.repeat(40_000));
    const files = [long, ...Array.from({ length: 3 }, () => utf8('x'.repeat(5_000)))];
    const bytes = Buffer.from(
      made(
        { 0x1000: 'See below.' },
        partsOf(
          [],
          files.map((file, at) => attachment(`${at}.txt`, file)),
        ),
      ),
    );
    const start = 512 * (bytes.readUInt32LE(48) + 1);
    let shared = 0;
    for (let at = start; at < bytes.length - 128; at += 128) {
      if (bytes.readUInt32LE(at + 120) === long.length) shared = bytes.readUInt32LE(at + 116);
      if (bytes.readUInt32LE(at + 120) !== 5_000) continue;
      bytes.writeUInt32LE(shared, at + 116);
      bytes.writeUInt32LE(long.length, at + 120);
    }
    expect((await read(new Uint8Array(bytes))).warnings).toEqual(
      [1, 2, 3].map((at) => `The attachment ${at}.txt was not read: it is broken or empty.`),
    );
  });

  it('keeps its text where an attachment is broken', async () => {
    const whole = made({ 0x1000: 'See below.' }, partsOf([], [attachment('a.txt', utf8('word '.repeat(2_000)))]));
    const bytes = Buffer.from(whole);
    const start = 512 * (bytes.readUInt32LE(48) + 1);
    for (let at = start; at < bytes.length - 128; at += 128)
      if (bytes.readUInt32LE(at + 120) === 10_000) bytes.writeUInt32LE(77_777, at + 116);
    const { text, warnings } = await read(new Uint8Array(bytes));
    expect(text).toContain('See below.');
    expect(warnings).toEqual(['The attachment a.txt was not read: it is broken or empty.']);
  });
});

/** Rich text in which nothing is shortened but a reference to its end. */
function packed(text: string): Uint8Array {
  const body: number[] = [];
  const bytes = [...Buffer.from(text, 'latin1')];
  let write = 207;
  for (let at = 0; at <= bytes.length; at += 8) {
    const part = bytes.slice(at, at + 8);
    const isLast = part.length < 8;
    body.push(isLast ? 1 << part.length : 0, ...part);
    write += part.length;
    if (isLast) body.push(write >> 4, (write & 15) << 4);
  }
  const header = Buffer.alloc(16);
  header.writeUInt32LE(body.length + 12, 0);
  header.writeUInt32LE(bytes.length, 4);
  header.write('LZFu', 8, 'latin1');
  return new Uint8Array(Buffer.concat([header, Buffer.from(body)]));
}

describe('the rich text of a message', () => {
  // The example of MS-OXRTFCP 3.1.1.
  const EXAMPLE = '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0';
  it('is unpacked with what its window holds', () => {
    expect(Buffer.from(decompressRtf(Buffer.from(EXAMPLE, 'hex'))).toString('latin1')).toBe(
      '{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n',
    );
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['another format', utf8('x'.repeat(40))],
  ])('is empty of %s', (_, bytes) => {
    expect(decompressRtf(bytes)).toHaveLength(0);
  });
});
