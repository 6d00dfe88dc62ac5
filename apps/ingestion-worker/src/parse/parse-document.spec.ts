import { PlainTextParser } from '@arbiter/adapters-plain-text';
import { describe, expect, it } from '@jest/globals';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { documentParsers } from './document-parsers.js';
import { parseDocument } from './parse-document.js';
import { ParserRegistry } from './parser-registry.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const read = (name: string, bytes: Uint8Array) =>
  parseDocument({ name, bytes, signal: new AbortController().signal }, documentParsers());

async function pdf(text: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage().drawText(text, { font: await document.embedFont(StandardFonts.Helvetica) });
  return document.save();
}

describe('parseDocument', () => {
  it('reads a PDF that is called a text', async () => {
    const { parsed, mediaType } = await read('report.txt', await pdf('The lamp burns whale oil.'));
    expect(parsed.text).toBe('The lamp burns whale oil.');
    expect(mediaType).toBe('application/pdf');
  });

  it('reads a web page that is called a text', async () => {
    const { parsed, mediaType } = await read('page.txt', utf8('\ufeff\n<!DOCTYPE html><p>A <b>page</b>'));
    expect([parsed.text, mediaType]).toEqual(['A page', 'text/html']);
  });

  it('reads a note about PDF files as a note', async () => {
    const { mediaType } = await read('pdf.md', utf8('# Headers\n\nEvery file begins with %PDF- and a version.'));
    expect(mediaType).toBe('text/markdown');
  });

  it.each([
    ['holiday.txt', 'GIF89a\0\0', 'It is a GIF picture.'],
    ['notes.md', '\x1f\x8b\x08\0\0\0\0\0', 'It is a gzip archive.'],
    ['table.csv', 'PK\x03\x04\x14\0\0\0xl/workbook.bin', 'It is an Excel workbook.'],
    ['report.pdf', 'PK\x03\x04\x14\0\0\0hello.txt', 'It is a ZIP archive.'],
  ])('refuses %s and says what it is', async (name, bytes, what) => {
    await expect(read(name, latin1(bytes))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringMatching(new RegExp(`^${name} .*${what}$`)),
    });
  });

  it('reads a text that begins like a program or a recording', async () => {
    expect((await read('a.txt', utf8('MZ is the mark of Mark Zbikowski.'))).mediaType).toBe('text/plain');
  });

  it('says what a parser said that failed in a way it does not know, and not where it is installed', async () => {
    class FailingParser extends PlainTextParser {
      override parse(): Promise<never> {
        return Promise.reject(new RangeError(`no such map in /srv/arbiter/cmaps/x.bcmap ${'x'.repeat(300)}\nat parse`));
      }
    }
    const request = { name: 'a.txt', bytes: utf8('?'), signal: new AbortController().signal };
    const failure = await parseDocument(request, new ParserRegistry([new FailingParser()])).catch((e: unknown) => e);
    expect(failure).toMatchObject({ code: 'INTERNAL', details: { name: 'a.txt' }, cause: expect.any(RangeError) });
    const { message } = failure as Error;
    expect(message).toMatch(
      /^a\.txt could not be read: the plain-text reader failed over it \(RangeError: no such map in … x+…\)\.$/,
    );
  });

  it('refuses a name that no parser takes', async () => {
    await expect(read('a.xyz', utf8('?'))).rejects.toMatchObject({ message: 'No parser reads "a.xyz".' });
  });

  const LOG = Array.from({ length: 20 }, (_, at) => `10:00:${at + 10} WARN [batch] 7f3a${at} was rejected`).join('\n');

  it.each([
    ['a log', 'hub.log', LOG, 'log'],
    ['a log under another name', 'notes.txt', LOG, 'log'],
    [
      'a diary under the name of a log',
      'diary.log',
      'Calm. Painted the rail of the stairs white.\n'.repeat(9),
      undefined,
    ],
  ])('marks machine-made text: %s', async (_what, name, text, kind) => {
    expect((await read(name, utf8(text))).parsed.metadata.machine_made).toBe(kind);
  });

  it('leaves to a document what it says of itself', async () => {
    const { parsed } = await read('a.md', utf8(`---\nmachine_made: false\n---\n${LOG}`));
    expect(parsed.metadata.machine_made).toBe(false);
  });
});
