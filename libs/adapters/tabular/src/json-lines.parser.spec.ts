import { describeDocumentParser } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { JsonLinesParser } from './json-lines.parser.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const signal = new AbortController().signal;
const read = (lines: string) => new JsonLinesParser().parse({ bytes: utf8(lines), name: 'log.jsonl', signal });

describeDocumentParser('JsonLinesParser', () => new JsonLinesParser(), [
  {
    what: 'records with an empty line between',
    name: 'log.jsonl',
    bytes: utf8('{"at":"07:40","who":{"name":"Vane"}}\r\n\r\n{"at":"08:00"}\r\n"a bare text"\n'),
    holds: ['at: 07:40; who name: Vane', 'a bare text'],
  },
]);

describe('JsonLinesParser', () => {
  it('leaves broken lines out and names the first of them', async () => {
    const { text, warnings, metadata } = await read(`{"a":1}\n${'{"a":\n'.repeat(7)}{"a":9}\n`);
    expect(text).toBe('a: 1\na: 9');
    expect(warnings).toEqual(['Lines 2, 3, 4, 5, 6 and 2 more are not valid JSON and were left out.']);
    expect(metadata).toEqual({ records: 2 });
  });

  it('refuses a file of which no line is JSON', async () => {
    await expect(read('no\nnot this\n')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});
