import { expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { documentParsers } from './document-parsers.js';
import { parseDocument } from './parse-document.js';

const parsers = documentParsers();
const { signal } = new AbortController();
const read = async (markdown: string) => {
  const { parsed } = await parseDocument(
    { bytes: new TextEncoder().encode(markdown), name: 'note.md', signal },
    parsers,
  );
  expectWellFormedDocument(parsed);
  return parsed;
};
const blocksOf = async (markdown: string): Promise<[string, string][]> => {
  const { blocks, text } = await read(markdown);
  return blocks.map(({ kind, start, end }) => [kind, text.slice(start, end)]);
};
const TABLE = '<table><tr><th>Quay</th><th>Depth</th></tr><tr><td>East</td><td>3 m</td></tr></table>';
const ROW = ['table_row', 'Quay: East; Depth: 3 m'];

describe('HTML in markdown', () => {
  it.each([
    ['on one line', TABLE, [ROW]],
    ['over lines', TABLE.replaceAll('><', '>\n<'), [ROW]],
    ['with empty lines in it', TABLE.replaceAll('><t', '>\n\n    <t'), [ROW]],
    ['with markdown in its cells', TABLE.replace('3 m', '\n\n**3** m\n\n'), [ROW]],
    ['behind words', `Depths: ${TABLE}`, [['paragraph', 'Depths:'], ROW]],
    ['in a list item', `- Depths\n\n  ${TABLE}\n- Next`, [['list_item', 'Depths'], ROW, ['list_item', 'Next']]],
    ['within a division', `<div>\n${TABLE}\n</div>`, [ROW]],
  ])('has tables, read as rows with their names: %s', async (_, markdown, blocks) => {
    expect(await blocksOf(markdown)).toEqual(blocks);
  });

  it('has headings, lists, asides and folded parts, with markdown between', async () => {
    const { text, title, sections } = await read(
      '<h1 align="center">Slipway</h1>\n\n<ul>\n<li>one</li>\n\n<li>two</li>\n</ul>\n\n<aside>Mind the step</aside>\n\n' +
        '<details>\n<summary>Who has the key?</summary>\n\nIna has [the key][k].\n\n</details>\n\n## Winch\n\n<nav>Home</nav>\n\n[k]: x.md',
    );
    expect(title).toBe('Slipway');
    expect(sections.map(({ heading }) => heading)).toEqual(['Slipway', 'Winch']);
    expect(text).toBe('Slipway\n\none\ntwo\n\nMind the step\n\nWho has the key?\n\nIna has the key.\n\nWinch');
  });

  it('is left as it stands in code and comments', async () => {
    expect(await blocksOf(`\`\`\`html\n${TABLE}\n\`\`\`\n\n<!--\n${TABLE}\n-->\n\n\`<table>\` is a tag.`)).toEqual([
      ['code', TABLE],
      ['paragraph', '<table> is a tag.'],
    ]);
  });

  it('is read whole where it has many rows', async () => {
    const rows = '<tr><td>East</td><td>3 m</td></tr>\n'.repeat(5_000);
    const { blocks, warnings } = await read(`<table>\n<tr><th>Quay</th><th>Depth</th></tr>\n${rows}</table>\n`);
    expect(blocks).toHaveLength(5_000);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['divisions', '<div>\n\n'.repeat(20_000)],
    ['tables without an end', '<table>\n\n'.repeat(20_000)],
    ['ends without a beginning', '</table>\n\n<table>\n'.repeat(10_000)],
  ])('of twenty thousand %s hides no text', async (_, html) => {
    expect((await read(`${html}\n\ndeep`)).text).toBe('deep');
  });

  it('of very many blocks keeps its words, and says so', async () => {
    const { text, warnings } = await read('<div>one</div>\n\ntwo\n\n'.repeat(1_200));
    expect(text.match(/one/g)).toHaveLength(1_200);
    expect(warnings).toEqual(['Of more than 1000 blocks of HTML only the words were kept.']);
  });
});
