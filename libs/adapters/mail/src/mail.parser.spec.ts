import { ParsedDocumentBuilder } from '@arbiter/adapter-kit/documents';
import { ArbiterError } from '@arbiter/contracts';
import type { DocumentParser } from '@arbiter/ports';
import { describeDocumentParser, expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { MailParser, type PartReaders } from './mail.parser.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Reads files as paragraphs; refuses those that begin with "broken". */
const lines: DocumentParser = {
  name: 'lines',
  mediaType: 'text/plain',
  extensions: ['.txt', '.html'],
  parse({ bytes, name }) {
    const text = new TextDecoder().decode(bytes);
    if (text.startsWith('broken')) return Promise.reject(new ArbiterError('INVALID_REQUEST', `${name} is broken.`));
    const builder = new ParsedDocumentBuilder();
    builder.append('paragraph', text);
    return Promise.resolve(builder.build());
  },
};
const readers: PartReaders = (name) => (/\.(?:txt|html)$/.test(name) ? lines : undefined);
const read = (source: string) => readBytes(utf8(source));
const readBytes = async (bytes: Uint8Array, language?: string) => {
  const { signal } = new AbortController();
  const parsed = await new MailParser(readers).parse({ bytes, name: 'keys.eml', language, signal });
  expectWellFormedDocument(parsed);
  return parsed;
};

const HEAD =
  'From: Runa Delt <runa@mill.example>\nTo: Otto <otto@mill.example>\nDate: Tue, 4 Mar 2025 10:20:00 +0100\n';
const SIMPLE = `${HEAD}Subject: =?utf-8?q?Schl=C3=BCssel?=\n\nThe keys are with Otto.\n\n> Who has the keys?\n`;
const multipart = (...parts: string[]): string =>
  `${HEAD}Subject: Keys\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n${parts.map((part) => `--b\n${part}\n`).join('')}--b--\n`;
const attached = (name: string, content: string): string =>
  `Content-Type: application/octet-stream\nContent-Disposition: attachment; filename=${name}\n\n${content}`;

describeDocumentParser('MailParser', () => new MailParser(readers), [
  { what: 'a message', name: 'a.eml', bytes: utf8(SIMPLE), holds: ['Schlüssel', 'The keys are with Otto.'] },
  {
    what: 'a message with an attachment',
    name: 'b.eml',
    bytes: utf8(multipart('Content-Type: text/plain\n\nSee below.', attached('note.txt', 'Under the mat.'))),
    holds: ['note.txt', 'Under the mat.'],
  },
]);

describe('MailParser', () => {
  it('reads who wrote what to whom and when', async () => {
    const { text, title, metadata } = await read(SIMPLE);
    expect(title).toBe('Schlüssel');
    expect(metadata).toMatchObject({ author: 'Runa Delt <runa@mill.example>', date: '2025-03-04T09:20:00.000Z' });
    expect(text).toBe(
      'Schlüssel\n\nFrom: Runa Delt <runa@mill.example>\nTo: Otto <otto@mill.example>\nDate: 2025-03-04 09:20 UTC\n\n' +
        'The keys are with Otto.\n\n> Who has the keys?',
    );
  });

  it('reads a message that names no encoding', async () => {
    // "Ключ у Отто." and "Он лежит под крыльцом." in KOI8-R.
    const body = Buffer.from('ebccc0de20d520efd4d4cf2e0aefce20ccc5d6c9d420d0cfc420cbd2d9ccd8c3cfcd2e', 'hex');
    const { text, warnings } = await readBytes(new Uint8Array(Buffer.concat([Buffer.from(`${HEAD}\n`), body])));
    expect(text).toContain('Ключ у Отто.\nОн лежит под крыльцом.');
    expect(warnings).toEqual([]);
  });

  it('reads the HTML of a message without text', async () => {
    expect((await read(multipart('Content-Type: text/html\n\n<p>Under the mat.</p>'))).text).toContain(
      'Under the mat.',
    );
  });

  it('names attachments that it does not read, with the reason', async () => {
    const mail = multipart(
      'Content-Type: text/plain\n\nSee below.',
      attached('map.png', 'x'),
      attached('a.txt', 'broken'),
    );
    expect((await read(mail)).warnings).toEqual([
      'The attachment map.png was not read: no parser reads files of this kind.',
      'The attachment a.txt was not read: a.txt is broken.',
    ]);
  });

  it('reads messages within each other up to a depth', async () => {
    let mail = SIMPLE;
    for (let depth = 0; depth < 100; depth++)
      mail = multipart(`Content-Type: message/rfc822\n\n${mail}`).replaceAll(/\bb\b(?=\n|--|$)/gm, `b${depth}`);
    const parsed = await read(mail);
    expect(parsed.sections).toHaveLength(4);
    expect(parsed.warnings).toEqual(['A message inside 4 others was not read.']);
  });
});
