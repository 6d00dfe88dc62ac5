import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';

const PAGES = join(import.meta.dirname, '../pages');
const PARTS = ['tune', 'test'] as const;

const Query = z.strictObject({
  _id: z.string().min(1),
  text: z.string().min(1),
  type: z.enum(['text', 'diagram', 'chart', 'table', 'map']),
  page_type: z.enum(['printed', 'picture', 'scan', 'slide']),
});

function queriesOf(part: string) {
  const lines = readFileSync(join(PAGES, part, 'queries.jsonl'), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => Query.parse(JSON.parse(line)));
}

/** Which pages answer each question, as [question, page's id]. */
function judgementsOf(part: string) {
  const [head, ...rows] = readFileSync(join(PAGES, part, 'qrels/test.tsv'), 'utf8')
    .trim()
    .split('\n');
  expect(head).toBe('query-id\tcorpus-id\tscore');
  return rows.map((row) => z.tuple([z.string(), z.string(), z.literal('1')]).parse(row.split('\t')));
}

/** Ids of all pages. Chromium leaves the dictionaries of pages uncompressed. */
function pagesOf(part: string): string[] {
  const folder = join(PAGES, part, 'pdfs');
  return readdirSync(folder).flatMap((file) => {
    const pages = readFileSync(join(folder, file), 'latin1').match(/\/Type \/Page\b/g) ?? [];
    return pages.map((_, index) => `${file.replace('.pdf', '')}#${index + 1}`);
  });
}

describe('the sets of pages', () => {
  it.each(PARTS)('judge every question of %s on pages that are there', (part) => {
    const queries = queriesOf(part);
    const judged = judgementsOf(part);
    expect(new Set(queries.map(({ _id }) => _id)).size).toBe(queries.length);
    expect(new Set(judged.map(([query]) => query))).toEqual(new Set(queries.map(({ _id }) => _id)));
    const pages = new Set(pagesOf(part));
    expect(judged.filter(([, page]) => !pages.has(page))).toEqual([]);
  });

  it.each(PARTS)('do not tell in a question of %s where its answer stands', (part) => {
    expect(queriesOf(part).filter(({ text }) => /\b(page|fig|figure|slide|scan)\b/i.test(text))).toEqual([]);
  });

  it('have sources for every PDF, no document in both parts, and the size that their README tells', () => {
    const documents = PARTS.map((part) =>
      readdirSync(join(PAGES, part, 'pdfs')).map((file) => file.replace('.pdf', '')),
    );
    for (const [index, part] of PARTS.entries()) {
      const sources = readdirSync(join(PAGES, part, 'html')).map((file) => file.replace('.html', ''));
      expect(sources).toEqual(documents[index]);
    }
    expect(new Set(documents.flat()).size).toBe(documents.flat().length);
    const readme = readFileSync(join(PAGES, 'README.md'), 'utf8');
    for (const part of PARTS) {
      const row = readme.split('\n').find((line) => line.startsWith(`| \`${part}\``)) ?? '';
      const [documentsTold, pages, , questions, text] = [...row.matchAll(/\d+/g)].map(([told]) => Number(told));
      const queries = queriesOf(part);
      expect([documentsTold, pages, questions, text]).toEqual([
        readdirSync(join(PAGES, part, 'pdfs')).length,
        pagesOf(part).length,
        queries.length,
        queries.filter(({ type }) => type === 'text').length,
      ]);
    }
  });
});
