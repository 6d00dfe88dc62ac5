import { readFileSync } from 'node:fs';
import { SLACK_DAY_ENDING } from '@arbiter/adapters-slack';
import { describe, expect, it } from '@jest/globals';
import { documentParsers } from './document-parsers.js';

const GUIDE = new URL('../../../../docs/guides/your-own-documents.md', import.meta.url);

describe('the parsers of the worker', () => {
  it('read the endings that the guide lists, and no others', () => {
    const [, table = ''] = /\n\| read +\| endings +\|\n((?:\|.*\n)+)/.exec(readFileSync(GUIDE, 'utf8')) ?? [];
    const listed = [...table.matchAll(/`(\.\w+)`/g)].map(([, ending]) => ending);
    const nameless = ['', SLACK_DAY_ENDING];
    expect(listed.sort()).toEqual(documentParsers().extensions.filter((ending) => !nameless.includes(ending)));
  });

  it.each([
    ['text/html', '.html'],
    ['application/xhtml+xml', '.xhtml'],
    ['text/plain', '.txt'],
    ['text/markdown', '.md'],
    ['text/x-markdown', '.md'],
    ['text/csv', '.csv'],
    ['text/tab-separated-values', '.tsv'],
    ['text/vtt', '.vtt'],
    ['application/json', '.json'],
    ['application/x-ndjson', '.ndjson'],
    ['application/pdf', '.pdf'],
    ['application/epub+zip', '.epub'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', '.docx'],
    ['image/png', '.png'],
    ['image/jpeg', '.jpg'],
    ['image/webp', undefined],
    ['constructor', undefined],
  ])('read what is sent as %s under %s', (mediaType, ending) => {
    expect(documentParsers().extensionOf(mediaType)).toBe(ending);
  });
});
