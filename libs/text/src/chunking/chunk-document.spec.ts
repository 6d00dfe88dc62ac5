import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chunkDocument } from './chunk-document.js';
import type { ChunkableBlock, ChunkableDocument, ChunkingOptions, TextChunk } from './chunkable-document.js';

/** One token per word or punctuation mark, as a WordPiece tokenizer has at least. */
const countTokens = (texts: readonly string[]): number[] =>
  texts.map((text) => text.match(/[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu)?.length ?? 0);

type Part = readonly [kind: ChunkableBlock['kind'] | 1 | 2 | 3, text: string];

/** Builds a document from parts; a number is a heading of that level. Parts are set apart by blank lines. */
function documentOf(...parts: readonly Part[]): ChunkableDocument {
  let text = '';
  const sections: { heading: string; level: number; start: number }[] = [];
  const blocks: ChunkableBlock[] = [];
  for (const [kind, content] of parts) {
    if (text !== '') text += '\n\n';
    const start = text.length;
    text += content;
    if (typeof kind === 'number') sections.push({ heading: content, level: kind, start });
    blocks.push({ kind: typeof kind === 'number' ? 'heading' : kind, start, end: text.length });
  }
  return { text, sections, blocks, pages: [] };
}

const chunk = (document: ChunkableDocument, options: Partial<ChunkingOptions> = {}): Promise<TextChunk[]> =>
  chunkDocument(document, { countTokens, ...options });
const small = { targetTokens: 12, maxTokens: 16, overlapTokens: 0 };
const texts = (chunks: readonly TextChunk[]): string[] => chunks.map(({ text }) => text);

describe('chunkDocument', () => {
  it('leaves a short document in one piece', async () => {
    const chunks = await chunk(
      documentOf(['paragraph', 'The harbour closes at dusk.'], ['paragraph', 'It opens at dawn.']),
    );
    expect(texts(chunks)).toEqual(['The harbour closes at dusk.\n\nIt opens at dawn.']);
    expect(chunks[0]).toMatchObject({ ordinal: 0, section: [], page: null });
  });

  it('of an empty document, or one of white space, is empty', async () => {
    expect(await chunk(documentOf())).toEqual([]);
    expect(await chunk({ text: ' \n\t\n ', sections: [], blocks: [], pages: [] })).toEqual([]);
  });

  it('keeps what a sentence leads up to with it, up to the maximum', async () => {
    const parts: Part[] = [
      ['paragraph', 'One two three four five. Six seven. Then switch the lamp:'],
      ['code', 'lamp off'],
      ['paragraph', 'It is dark and nobody sees the long pier.'],
    ];
    const sizes = { targetTokens: 14, maxTokens: 20, overlapTokens: 0 };
    expect(texts(await chunk(documentOf(...parts), sizes))).toEqual([
      'One two three four five. Six seven. Then switch the lamp:\n\nlamp off',
      'It is dark and nobody sees the long pier.',
    ]);
  });

  it('never crosses a heading and keeps headings in the section path', async () => {
    const chunks = await chunk(
      documentOf(
        [1, 'Mirren'],
        ['paragraph', 'A town.'],
        [2, 'Inns'],
        ['paragraph', 'Two.'],
        [1, 'Pell'],
        ['paragraph', 'Drowned.'],
      ),
    );
    expect(chunks.map(({ text, section }) => [text, section])).toEqual([
      ['A town.', ['Mirren']],
      ['Two.', ['Mirren', 'Inns']],
      ['Drowned.', ['Pell']],
    ]);
  });

  it('makes a chunk of a heading with nothing below it, and none of one whose sections carry it', async () => {
    const chunks = await chunk(documentOf([1, 'Laws'], [2, 'Tolls'], [2, 'Bail'], ['paragraph', 'Set by the court.']));
    expect(chunks.map(({ text, section }) => [text, section])).toEqual([
      ['Tolls', ['Laws', 'Tolls']],
      ['Set by the court.', ['Laws', 'Bail']],
    ]);
  });

  it('cuts a paragraph between its sentences', async () => {
    const chunks = await chunk(
      documentOf([
        'paragraph',
        'One two three four five. Six seven eight nine ten. Eleven twelve thirteen. Fourteen fifteen.',
      ]),
      small,
    );
    expect(texts(chunks)).toEqual([
      'One two three four five. Six seven eight nine ten.',
      'Eleven twelve thirteen. Fourteen fifteen.',
    ]);
  });

  it('repeats the last whole sentence of the chunk before within the overlap', async () => {
    const chunks = await chunk(
      documentOf([
        'paragraph',
        'One two three four. Five six. Seven eight nine ten eleven. Twelve thirteen fourteen fifteen sixteen.',
      ]),
      { targetTokens: 10, maxTokens: 12, overlapTokens: 4 },
    );
    expect(texts(chunks)).toEqual([
      'One two three four. Five six.',
      'Five six. Seven eight nine ten eleven.',
      'Twelve thirteen fourteen fifteen sixteen.',
    ]);
  });

  it('keeps list items, table rows and code blocks whole', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => ['table_row', `Inn ${i} | Cheap. Clean. | 4 wicks`] as const);
    const code = ['code', 'if (tide.high) {\n  bell.ring(9);\n}'] as const;
    const chunks = await chunk(documentOf(...rows, code), { targetTokens: 24, maxTokens: 30, overlapTokens: 0 });
    for (const [, row] of [...rows, code]) expect(chunks.filter(({ text }) => text.includes(row))).toHaveLength(1);
  });

  it('cuts a code block beyond the maximum between its lines', async () => {
    const lines = Array.from({ length: 20 }, (_, i) => `ring(${i});`);
    const chunks = await chunk(documentOf(['code', lines.join('\n')]), small);
    expect(chunks.length).toBeGreaterThan(1);
    for (const { text } of chunks) expect(lines).toEqual(expect.arrayContaining(text.split('\n')));
  });

  it('cuts a sentence beyond the maximum between words, after a comma where one is near', async () => {
    const chunks = await chunk(
      documentOf([
        'paragraph',
        'one two three four five six seven eight nine ten eleven, twelve thirteen fourteen fifteen sixteen seventeen',
      ]),
      small,
    );
    expect(texts(chunks)[0]).toBe('one two three four five six seven eight nine ten eleven,');
  });

  it('joins a short last piece to its predecessor when the maximum allows it', async () => {
    const chunks = await chunk(
      documentOf(['paragraph', 'One two three four five. Six seven eight nine ten.'], ['paragraph', 'End.']),
      small,
    );
    expect(chunks).toHaveLength(1);
  });

  describe('at the end of a page', () => {
    const paged = (parts: readonly Part[], ...onNextPage: readonly string[]): ChunkableDocument => {
      const document = documentOf(...parts);
      const starts = [0, ...onNextPage.map((word) => document.text.indexOf(word))];
      return { ...document, pages: starts.map((start, index) => ({ number: index + 1, start })) };
    };
    const label = (text: string): Part => ['paragraph', text];

    it('ends a chunk, and repeats nothing of it', async () => {
      const document = paged([label('Keep the lamp dry.'), label('Valve 3'), label('Pier')], 'Valve', 'Pier');
      const chunks = await chunk(document);
      expect(texts(chunks)).toEqual(['Keep the lamp dry.', 'Valve 3', 'Pier']);
      expect(chunks.map(({ page }) => page)).toEqual([1, 2, 3]);
    });

    it.each<[string, readonly Part[], string]>([
      ['within a sentence', [label('Keep the lamp dry.')], 'lamp'],
      ['between sentences of a paragraph', [label('Keep the lamp dry. Wipe it.')], 'Wipe'],
      [
        'within a list',
        [
          ['list_item', 'Oil'],
          ['list_item', 'Wick'],
        ],
        'Wick',
      ],
      [
        'within a table',
        [
          ['table_row', 'Oil, 3'],
          ['table_row', 'Wick, 1'],
        ],
        'Wick',
      ],
      ['after what leads up to the next', [label('Bring these:'), ['list_item', 'Wick']], 'Wick'],
    ])('goes on %s', async (_, parts, onNextPage) => {
      const document = paged(parts, onNextPage);
      expect(texts(await chunk(document))).toEqual([document.text]);
    });

    it.each<[string, Part, Part]>([
      ['a list and a table', ['list_item', 'Oil'], ['table_row', 'Wick, 1']],
      ['a paragraph and a list', label('Oil.'), ['list_item', 'Wick']],
    ])('ends between %s', async (_, before, after) => {
      expect(await chunk(paged([before, after], 'Wick'))).toHaveLength(2);
    });

    it('ends after a sentence from the page before', async () => {
      const document = paged([label('Keep the lamp dry.'), label('Valve 3'), label('Pier')], 'lamp', 'Pier');
      expect(texts(await chunk(document))).toEqual(['Keep the lamp dry.\n\nValve 3', 'Pier']);
    });
  });

  it('says on which page each chunk starts', async () => {
    const document = documentOf(
      ['paragraph', 'One two three four five six seven eight nine ten.'],
      ['paragraph', 'Page two has these eight words on it.'],
    );
    const chunks = await chunk(
      {
        ...document,
        pages: [
          { number: 1, start: 0 },
          { number: 2, start: 51 },
        ],
      },
      small,
    );
    expect(chunks.map(({ page }) => page)).toEqual([1, 2]);
  });

  it('cuts a word of ten megabytes without breaking characters', async () => {
    const unit = 'e\u0323\u0301👩‍👩‍👧\u{1F1EB}\u{1F1F7}x';
    const text = unit.repeat(10_000_000 / unit.length);
    const chunks = await chunk({
      text,
      sections: [],
      blocks: [{ kind: 'paragraph', start: 0, end: text.length }],
      pages: [],
    });
    expect(texts(chunks).join('')).toBe(text);
    expect(Math.max(...chunks.map((piece) => piece.text.length))).toBeLessThanOrEqual(8 * 240);
    const whole = /^(?:e\u0323\u0301|👩‍👩‍👧|\u{1F1EB}\u{1F1F7}|x)/u;
    expect(texts(chunks).filter((piece) => !whole.test(piece))).toEqual([]);
  }, 60_000);

  it('does not mistake the special tokens of a counter for text', async () => {
    const document = documentOf(['paragraph', 'One two three. Four five six. Seven eight nine. Ten eleven twelve.']);
    const counter = (batch: readonly string[]): number[] => countTokens(batch).map((count) => count + 2);
    expect(await chunk(document, { ...small, countTokens: counter })).toEqual(await chunk(document, small));
  });

  it('does not trust a counter that takes long words for one token each', async () => {
    const text = Array.from({ length: 500 }, () => 'x'.repeat(200)).join(' ');
    const blocks: ChunkableBlock[] = [{ kind: 'paragraph', start: 0, end: text.length }];
    const chunks = await chunk({ text, sections: [], blocks, pages: [] });
    for (const piece of chunks) expect(piece.text.length).toBeLessThanOrEqual(9 * 240);
  });

  it('reads text that no block claims as paragraphs', async () => {
    const text = 'Before it.\n\nIn a block.\n\nAfter it.';
    const chunks = await chunk({ text, sections: [], blocks: [{ kind: 'paragraph', start: 12, end: 23 }], pages: [] });
    expect(texts(chunks)).toEqual([text]);
    expect(texts(await chunk({ text, sections: [], blocks: [], pages: [] }))).toEqual([text]);
  });

  it('is linear: a counter is never given more text than the document holds twice over', async () => {
    const document = documentOf([
      'paragraph',
      'The harbour of Mirren closes at dusk on every day of the year. '.repeat(3_000),
    ]);
    let given = 0;
    let calls = 0;
    await chunkDocument(document, {
      countTokens: (batch) => {
        calls++;
        given += batch.reduce((sum, text) => sum + text.length, 0);
        return Promise.resolve(countTokens(batch));
      },
    });
    expect(given).toBeLessThanOrEqual(2 * document.text.length);
    expect(calls).toBeLessThan(100);
  });

  it.each([
    [{ targetTokens: 0 }, 'targetTokens'],
    [{ targetTokens: 300 }, 'targetTokens'],
    [{ overlapTokens: 180 }, 'overlapTokens'],
    [{ overlapTokens: -1 }, 'overlapTokens'],
  ])('refuses %p', async (options, field) => {
    await expect(chunk(documentOf(['paragraph', 'x']), options)).rejects.toThrow(field);
  });

  it('refuses blocks that overlap, and a counter that loses count', async () => {
    const blocks: ChunkableBlock[] = [
      { kind: 'paragraph', start: 0, end: 5 },
      { kind: 'paragraph', start: 4, end: 8 },
    ];
    await expect(chunk({ text: 'abcdefgh', sections: [], pages: [], blocks })).rejects.toThrow(
      'blocks must be in order',
    );
    await expect(
      chunk(documentOf(['paragraph', 'x']), { countTokens: (batch) => batch.slice(1).map(() => 1) }),
    ).rejects.toThrow('returned 0 counts');
  });

  describe('of any document', () => {
    const word = fc.oneof(
      { weight: 8, arbitrary: fc.stringMatching(/^[A-Za-z]{1,9}[.,!?]?$/) },
      fc.constantFrom('Dr.', '3.5', 'e\u0323\u0301.', '👩‍👩‍👧', '日本語。', '\u{1F1EB}\u{1F1F7}', '"Stop!"', '…'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
    );
    const content = fc
      .array(fc.tuple(word, fc.constantFrom(' ', '  ', '\n', '\t')), { minLength: 0, maxLength: 60 })
      .map((words) => words.flat().join('').trim());
    const part = fc.tuple(
      fc.constantFrom('paragraph', 'list_item', 'table_row', 'code', 'quote', 1, 2, 3),
      content,
    ) as fc.Arbitrary<Part>;
    const documents = fc
      .array(part, { maxLength: 12 })
      .map((parts) => documentOf(...parts.map(([kind, text]): Part => [kind, text || 'x'])));
    const options = { targetTokens: 20, maxTokens: 30, overlapTokens: 8 };

    it('chunks are exact slices, in order, numbered from 0', async () => {
      await fc.assert(
        fc.asyncProperty(documents, async (document) => {
          const chunks = await chunk(document, options);
          let previous = -1;
          chunks.forEach(({ ordinal, start, end, text }, i) => {
            expect(ordinal).toBe(i);
            expect(text).toBe(document.text.slice(start, end));
            expect(text.trim()).toBe(text);
            expect(text.isWellFormed()).toBe(true);
            expect(start).toBeGreaterThan(previous);
            previous = start;
          });
        }),
      );
    });

    it('chunks hold every character that is not white space or heading', async () => {
      await fc.assert(
        fc.asyncProperty(documents, async (document) => {
          const covered = new Uint8Array(document.text.length);
          for (const { start, end } of await chunk(document, options)) covered.fill(1, start, end);
          for (const { kind, start, end } of document.blocks) {
            if (kind === 'heading') continue;
            for (let i = start; i < end; i++) {
              if (covered[i] !== 1 && document.text.charAt(i).trim() !== '') throw new Error(`character ${i} is lost`);
            }
          }
        }),
      );
    });

    it('chunks keep to the maximum and to one section', async () => {
      await fc.assert(
        fc.asyncProperty(documents, async (document) => {
          for (const { start, end, text, section } of await chunk(document, options)) {
            expect(countTokens([text])[0]).toBeLessThanOrEqual(options.maxTokens);
            expect(document.sections.some((heading) => heading.start > start && heading.start < end)).toBe(false);
            expect(section.at(-1)).toBe(document.sections.filter((heading) => heading.start <= start).at(-1)?.heading);
          }
        }),
      );
    });
  });
});
