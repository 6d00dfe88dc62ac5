import { ACCESS_GROUPS } from '@arbiter/contracts';
import type { ParsedDocument } from '@arbiter/ports';
import { describe, expect, it } from '@jest/globals';
import { documentParsers } from './document-parsers.js';

const parsers = documentParsers();
const WORD = 'brindlewick';
const FRONT = '---\naccess_groups: [board]\n---\n';

function read(name: string, source: string): Promise<ParsedDocument> {
  const { signal } = new AbortController();
  return parsers.parserOf(name)!.parse({ bytes: new TextEncoder().encode(source), name, signal });
}

function notebook(...cells: object[]): string {
  return JSON.stringify({ cells, metadata: {}, nbformat: 4 });
}

function mail(name: string, content: string): string {
  const parts = [
    'Content-Type: text/plain\n\nSee below.',
    `Content-Type: text/plain\nContent-Disposition: attachment; filename=${name}\n\n${content}`,
  ];
  return `From: a@mill.example\nSubject: Pay\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n${parts.map((part) => `--b\n${part}\n`).join('')}--b--\n`;
}

describe('access groups', () => {
  it.each([
    ['pay.mdx', `${FRONT}import X from 'x'\n\nThe ${WORD}.`],
    ['pay.ipynb', notebook({ cell_type: 'markdown', source: `${FRONT}The ${WORD}.` })],
    ['pay.ipynb', notebook({ cell_type: 'raw', source: `${FRONT}The ${WORD}.` })],
  ])('of front matter are read in %s', async (name, source) => {
    expect((await read(name, source)).metadata[ACCESS_GROUPS]).toEqual(['board']);
  });

  it.each([
    ['pay.txt', `${FRONT}The ${WORD}.`],
    ['pay', `Access groups: board\n\nThe ${WORD}.`],
    ['pay.rst', `Pay\n===\n\n:access_groups: board\n\nThe ${WORD}.`],
    ['pay.adoc', `= Pay\n:access-groups: board\n\nThe ${WORD}.`],
    ['pay.adoc', `${FRONT}The ${WORD}.`],
    ['pay.org', `#+TITLE: Pay\n#+ACCESS_GROUPS: board\n\nThe ${WORD}.`],
    ['pay.tex', `% access_groups: board\nThe ${WORD}.`],
    ['pay.mdx', `export const frontmatter = {\n  access_groups: ['board'],\n}\n\nThe ${WORD}.`],
    ['pay.html', `<!-- access_groups: board -->\n<p>The ${WORD}.</p>`],
    ['pay.ipynb', notebook({ cell_type: 'markdown', source: '# Pay' }, { cell_type: 'markdown', source: FRONT })],
    ['pay.ipynb', JSON.stringify({ cells: [], metadata: { access_groups: ['board'] } })],
  ])('where they do not count are a reason to refuse %s (%j)', async (name, source) => {
    await expect(read(name, source)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(name),
      details: { field: ACCESS_GROUPS },
    });
  });

  it.each([
    ['pay.md', `${FRONT}The ${WORD}.`],
    ['pay.md', `---\na: b: c\naccess_groups: [board]\n---\nThe ${WORD}.`],
    ['pay.md', `---\nacess_groups: [board]\n---\nThe ${WORD}.`],
    ['pay.html', `<meta name="access_groups" content="board"><p>The ${WORD}.</p>`],
  ])('of an attachment leave it out of a mail, which says so (%s, %j)', async (name, content) => {
    const { text, warnings } = await read('pay.eml', mail(name, content));
    expect(text).toContain('See below.');
    expect(text).not.toContain(WORD);
    expect(warnings).toEqual([expect.stringContaining(`The attachment ${name} was not read`)]);
  });
});
