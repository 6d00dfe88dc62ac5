import { describeDocumentParser, expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { MarkdownParser } from './markdown.parser.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const signal = new AbortController().signal;
const read = (markdown: string) => new MarkdownParser().parse({ bytes: utf8(markdown), name: 'page.md', signal });
const blocksOf = async (markdown: string): Promise<[string, string][]> => {
  const { blocks, text } = await read(markdown);
  return blocks.map(({ kind, start, end }) => [kind, text.slice(start, end)]);
};

const FILLER = 'The lamp is lit at dusk and put out at dawn. '.repeat(5);
const LONG = Array.from(
  { length: 150 },
  (_, i) => `## Part ${i}\n\nSee [[Page ${i}|the page]], *page* ${i} and [more][ref].\n\n${FILLER}\n`,
);

describeDocumentParser('MarkdownParser', () => new MarkdownParser(), [
  {
    what: 'a note with front matter, lists, a table and code',
    name: 'note.md',
    bytes: utf8(
      `---\ntitle: "  The Harbour "\ndate: 2026-03-01\ntags: [a, b]\n---\n# Harbour\n\nThe **old** [harbour](x.md).\n\n- one\n  - two\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n\`\`\`js\nlet a;\n\nlet b;\n\`\`\`\n\n> Said.\n`,
    ),
    holds: ['The old harbour.', 'one\ntwo', 'A: 1; B: 2', 'let a;\n\nlet b;', 'Said.'],
  },
  {
    what: 'decomposed accents and emoji in headings, with CR LF',
    name: 'accents.markdown',
    bytes: utf8('# Cafe\u0301 👩‍👩‍👧 #\r\n\r\nText\r\nmore\r\n\r\nTitle\u00ad two\r\n---\r\nend'),
    holds: ['Café 👩‍👩‍👧', 'Text more', 'Title two'],
  },
  {
    what: 'a document of several segments',
    name: 'long.md',
    bytes: utf8(`# Long\n\n${LONG.join('\n')}\n[ref]: x.md`),
    holds: ['Part 149', 'See the page, page 149 and more.'],
  },
  { what: 'front matter alone', name: 'meta.md', bytes: utf8('---\na: 1\n---'), holds: ['A: 1'] },
]);

describe('MarkdownParser', () => {
  it('keeps what a reader sees of inline syntax', async () => {
    const [[, text]] = (await blocksOf(
      'A *b* **c** ~~d~~ `e_f` [g](h "i") ![j](k.png) <b>l</b>&amp;<!-- m --> <https://n.org>[^o]\nnext  \nline\n\n[^o]: Foot.',
    )) as [[string, string]];
    expect(text).toBe('A b c e_f g (i) j l& https://n.org next\nline');
  });

  it('makes headings of both styles sections, at their text', async () => {
    const { text, sections } = await read('One\n===\n\na\n\nTwo *b*\n---\n\n### Three ###\n');
    expect(sections).toEqual([
      { heading: 'One', level: 1, start: 0 },
      { heading: 'Two b', level: 2, start: text.indexOf('Two b') },
      { heading: 'Three', level: 3, start: text.indexOf('Three') },
    ]);
  });

  it('gives every list item a block, nested ones too, with numbers and ticks', async () => {
    expect(
      await blocksOf(
        '3. three\n4. four\n   - nested\n\n     second paragraph\n   - [x] done\n   - [ ] open\n\n   after\n',
      ),
    ).toEqual([
      ['list_item', '3. three'],
      ['list_item', '4. four'],
      ['list_item', 'nested\nsecond paragraph'],
      ['list_item', '[x] done'],
      ['list_item', '[ ] open'],
      ['list_item', 'after'],
    ]);
  });

  it('lets each table row stand on its own', async () => {
    expect(
      await blocksOf(
        '| Name | Role | |\n|:--|--|-|\n| Mira | *keeper* | x |\n| Tor | | |\n| [[Vale\\|The Vale]] | a<br>b | |',
      ),
    ).toEqual([
      ['table_row', 'Name: Mira; Role: keeper; x'],
      ['table_row', 'Name: Tor'],
      ['table_row', 'Name: The Vale; Role: a b'],
    ]);
  });

  it.each([
    [
      'two rows of names',
      '| | Spring | | Autumn | |\n|-|-|-|-|-|\n| Quay | boats | crew | boats | crew |\n| East | 3 | 9 | 4 | 12 |',
      'Quay: East; Spring boats: 3; Spring crew: 9; Autumn boats: 4; Autumn crew: 12',
    ],
    [
      'names in bold below an empty head',
      '| | |\n|-|-|\n| **Quay** | **Depth** |\n| East | 3 |',
      'Quay: East; Depth: 3',
    ],
    ['equal names', '| Quay | Depth | Depth |\n|-|-|-|\n| East | 3 | 4 |', 'Quay: East; Depth: 3; Depth (2): 4'],
    ['an empty head', '| | |\n|-|-|\n| East | 3 |\n| West | 4 |', 'East; 3'],
  ])('reads a table with %s', async (_, table, row) => {
    expect((await blocksOf(table))[0]).toEqual(['table_row', row]);
  });

  it('repeats a merged first cell in the rows below', async () => {
    const table = '| shore | quay |\n|-|-|\n| East | Pell |\n| | Wick |\n| West | Tarn |\n| | Moor |';
    expect((await blocksOf(table)).map(([, row]) => row)).toEqual([
      'shore: East; quay: Pell',
      'shore: East; quay: Wick',
      'shore: West; quay: Tarn',
      'shore: West; quay: Moor',
    ]);
  });

  it('keeps the header row of a table that has no other', async () => {
    expect(await blocksOf('| A | B |\n|---|---|\n')).toEqual([['table_row', 'A; B']]);
  });

  it('keeps code whole, indentation and blank lines included', async () => {
    expect(await blocksOf('```py\n  if a:\n\n    [[b]] %%c%%\n```')).toEqual([['code', '  if a:\n\n    [[b]] %%c%%']]);
  });

  it('reads quotes, callouts and footnotes', async () => {
    expect(await blocksOf('> [!note] Mind\n> the gap\n>\n> # Loud\n\nText[^1].\n\n[^1]: The *note*.')).toEqual([
      ['quote', 'Mind the gap'],
      ['quote', 'Loud'],
      ['paragraph', 'Text.'],
      ['paragraph', 'The note.'],
    ]);
  });

  it('keeps the words of raw HTML and drops comments and scripts', async () => {
    expect(
      await blocksOf(
        '<!-- gone\n\ngone -->\n\n<details><summary>More &amp; more</summary>\n<p>Inside</p></details>\n\n<script>\nlet a\n\nb\n</script>',
      ),
    ).toEqual([['paragraph', 'More & more\nInside']]);
  });

  it('reads wiki links and drops the comments of Obsidian', async () => {
    const [[, text]] = (await blocksOf(
      'A [[Page]], [[Page|Text]], [[Page#Part]], ![[map.png]], ![[Note]] %%no%% b `[[c]]` x[[1]] [[1]](u) %%no\nno [[d]]\nno%% [[_e_|_f_]]',
    )) as [[string, string]];
    expect(text).toBe('A Page, Text, Page > Part, , Note b [[c]] x[[1]] [1]');
    expect((await read('a %%no\n\nno\n\nno%% [[_e_|_f_]]')).text).toBe('a\n\n_f_');
  });

  it('takes a comment that nothing closes for text', async () => {
    expect((await read('50 %% off\n\nand [[more]]')).text).toBe('50 %% off\n\nand [[more]]');
  });

  describe('front matter', () => {
    it('becomes metadata in JSON, dates as written', async () => {
      const { metadata, text } = await read('---\ndate: 2026-03-01\nnested: {a: [1, .inf, null], b: true}\n---\nBody');
      expect(metadata).toEqual({ date: '2026-03-01', nested: { a: [1, 'Infinity', null], b: true } });
      expect(text).toBe('Date: 2026-03-01\nNested a: 1, Infinity\nNested b: true\n\nBody');
    });

    it('names the title; else the first heading of level 1 does', async () => {
      expect((await read('---\ntitle: Front\n---\n# Head')).title).toBe('Front');
      expect((await read('## Sub\n\n# Head\n\n# Other')).title).toBe('Head');
      expect((await read('text')).title).toBe('');
    });

    it.each(['a: b: c', 'a: [', '- 1\n- 2', 'a: &x [*x]\nb: *y'])(
      'that is no mapping (%j) stays text, with a warning',
      async (yaml) => {
        const { metadata, text, warnings } = await read(`---\n${yaml}\n---\nBody`);
        expect(metadata).toEqual({});
        expect(text).toBe(`${yaml}\n\nBody`);
        expect(warnings).toEqual([expect.stringMatching(/^The front matter .* and was kept as text\.$/)]);
      },
    );

    it('that cannot be read is named with the line and what is wrong there', async () => {
      const lines = (
        await Promise.all(
          ['---\na: 1\nb: c: d\n---\n', '+++\na = 1\nb = c\n+++\n', ';;;\n"a": 1,\n"b" 2\n;;;\n'].map(read),
        )
      ).flatMap(({ warnings }) => warnings);
      expect(lines).toEqual([
        expect.stringMatching(/^The front matter is not valid YAML \(line 3: .+\) and was kept as text\.$/),
        expect.stringMatching(/^The front matter is not valid TOML \(line 3: .+\) and was kept as text\.$/),
        expect.stringMatching(/^The front matter is not valid JSON \(line 3: .+\) and was kept as text\.$/),
      ]);
    });

    it('that is broken, and reaches a later rule, hides nothing of what stands between', async () => {
      const { text, sections } = await read('---\na: b: c\n\n# Head\n\nMiddle\n\n---\n\nEnd');
      expect(text).toBe('a: b: c\n\nHead\n\nMiddle\n\nEnd');
      expect(sections).toHaveLength(1);
    });

    it('does not grow without bounds through aliases', async () => {
      const bomb = [
        'a: &a [x,x,x,x,x,x,x,x,x]',
        ...'bcdefghi'.split('').map((key, i) => `${key}: &${key} [${`*${'abcdefgh'[i]},`.repeat(9)}]`),
      ];
      expect((await read(`---\n${bomb.join('\n')}\n---\nBody`)).warnings).toHaveLength(1);
    });

    it('is lines at the head of the text, under names that people read', async () => {
      const { text, title, metadata } = await read(
        `---
title: Slipway
owner: Otto Brand
review_date: 2027-01-31
contactPerson: {name: Ina Holm, phone: "07"}
tags: [winch, timber]
see: "[[Yard/Winch|the winch]]"
steps: [{name: Haul, by: Ina}, {name: Paint, by: Otto}]
layout: page
sidebar_position: 4
draft: false
---
# Slipway

Body`,
      );
      expect(text).toBe(
        'Owner: Otto Brand\nReview date: 2027-01-31\nContact person name: Ina Holm\nContact person phone: 07\nTags: winch, timber\n' +
          'See: the winch\nSteps 1 name: Haul\nSteps 1 by: Ina\nSteps 2 name: Paint\nSteps 2 by: Otto\n\nSlipway\n\nBody',
      );
      expect(title).toBe('Slipway');
      expect(metadata).toMatchObject({ layout: 'page', sidebar_position: 4, review_date: '2027-01-31' });
    });

    it.each([
      ['TOML', '+++\ntitle = "Slip"\nowner = "Otto"\nbuilt = 2026-03-01\n[berth]\ndepth = 4\n+++\nBody'],
      ['TOML by name', '---toml\ntitle = "Slip"\nowner = "Otto"\nbuilt = 2026-03-01\nberth.depth = 4\n---\nBody'],
      [
        'JSON',
        '{\n  "title": "Slip", "owner": "Otto",\n  "built": "2026-03-01", "berth": {\n    "depth": 4 }\n}\nBody',
      ],
      [
        'JSON in marks',
        ';;;\n"title": "Slip", "owner": "Otto",\n"built": "2026-03-01", "berth": {"depth": 4}\n;;;\nBody',
      ],
    ])('may be %s', async (_, source) => {
      const { text, title, metadata } = await read(source);
      expect(text).toBe('Owner: Otto\nBuilt: 2026-03-01\nBerth depth: 4\n\nBody');
      expect(title).toBe('Slip');
      expect(metadata).toEqual({ title: 'Slip', owner: 'Otto', built: '2026-03-01', berth: { depth: 4 } });
    });

    it.each([
      ['MultiMarkdown', 'Title: Slip\nAuthor: Otto\n\nBody'],
      ['Pandoc', '% Slip\n% Otto\n\nBody'],
    ])('may be the head of %s', async (_, source) => {
      expect(await read(source)).toMatchObject({ title: 'Slip', text: 'Author: Otto\n\nBody' });
    });

    it.each([
      'Owner: Otto\nYard: Pell\n\nBody',
      'Title: Slip\n\nBody',
      '% of the yard\n\nBody',
      '{\n"a" is no object\n}\n',
    ])('is not found where a text begins alike (%j)', async (source) => {
      expect((await read(source)).metadata).toEqual({});
    });

    it('of ten thousand fields is cut, and it is said', async () => {
      const yaml = Array.from({ length: 10_000 }, (_, n) => `field${n}: value ${n}`).join('\n');
      const { text, metadata, warnings } = await read(`---\n${yaml}\n---\nBody`);
      expect(Object.keys(metadata)).toHaveLength(1_000);
      expect(text.split('\n')).toHaveLength(202);
      expect(warnings).toEqual([
        '9000 fields of the front matter were left out.',
        '800 fields of the front matter are metadata only, not text.',
      ]);
    });

    it('with a huge value is cut in the text, and it is said', async () => {
      const { text, warnings } = await read(`---\nnote: ${'word '.repeat(50_000)}\n---\nBody`);
      expect(text.length).toBeLessThan(6_000);
      expect(warnings).toEqual(['The field "Note" of the front matter was cut in the text.']);
    });

    it('is not a pair of rules around prose', async () => {
      expect((await read('---\n\nProse\n\n---\n\nMore')).text).toBe('Prose\n\nMore');
    });
  });

  it('refuses bytes that are no text', async () => {
    await expect(
      new MarkdownParser().parse({ bytes: Uint8Array.from([1, 0, 2]), name: 'x.md', signal }),
    ).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'x.md is not a text file: it holds binary data.',
    });
  });

  it.each([
    ['ten thousand nested quotes', `${'>'.repeat(10_000)} deep`],
    ['ten thousand nested brackets', `${'['.repeat(10_000)}deep${']'.repeat(10_000)}`],
    ['ten thousand nested lists', `${'- '.repeat(10_000)}deep`],
    ['lists nested by indentation', Array.from({ length: 1_000 }, (_, i) => `${'  '.repeat(i)}- deep`).join('\n')],
    ['ten thousand nested emphases', `${'*a _'.repeat(10_000)}deep${'b_ a*'.repeat(10_000)}`],
    ['unclosed comments', 'deep <!-- '.repeat(10_000)],
  ])('keeps %s as plain text, and says so', async (_, markdown) => {
    const parsed = await read(`# Before\n\n${markdown}\n\n*After*\n`);
    expect(/^Before\n[^]*deep[^]*\nAfter$/.test(parsed.text)).toBe(true);
    expect(parsed.sections).toHaveLength(1);
    expect(parsed.warnings[0]).toMatch(/^Lines 3 to \d+ hold .* and were kept as plain text\.$/);
    expectWellFormedDocument(parsed);
  });

  it('reads a table of a thousand rows, each with its column names', async () => {
    const { text, blocks, warnings } = await read(
      `| Name | Count |\n|--|--|\n${Array.from({ length: 1_000 }, (_, i) => `| **n${i}** | ${i} |`).join('\n')}`,
    );
    expect(blocks).toHaveLength(1_000);
    expect(text.slice(-24)).toContain('Name: n999; Count: 999');
    expect(warnings).toEqual([]);
  });

  it('puts together words that are divided at line ends, but for code and words that it writes with a hyphen', async () => {
    const { text } = await read(
      'The *slip-\nway* is well-\nknown.\n\n> A dry-\n> dock\n\n```\nx-\ny\n```\n\nWell-known.',
    );
    expect(text).toBe('The slipway is well-known.\n\nA drydock\n\nx-\ny\n\nWell-known.');
  });
});
