import { describe, expect, it } from '@jest/globals';
import { maskOutput, matchesOutput, renamedIds } from './match-output.js';
import { findTranscripts, readConsole, replaceTranscripts, writeConsole } from './transcripts.js';

const page = [
  '# Page',
  '<!-- transcript -->\n\n```sh\nnpx arbiter ask "Who?"\n```',
  '<!-- transcript -->\n\n```text\nAda. [1]\n```',
  'Words, and a block that nobody runs:\n\n```text\nas it is\n```',
  '<!-- transcript own: npx arbiter ingest /tmp/a\nnpx arbiter ask "Who?" -->\n\n```text\nPim.\n```',
].join('\n\n');

describe('findTranscripts', () => {
  it('finds the marked blocks, and what writes them', () => {
    expect(findTranscripts(page)).toMatchObject([
      { line: 5, library: 'lantern-coast', language: 'sh', text: 'npx arbiter ask "Who?"', script: null },
      { line: 11, language: 'text', text: 'Ada. [1]', script: null },
      { library: 'own', text: 'Pim.', script: 'npx arbiter ingest /tmp/a\nnpx arbiter ask "Who?"' },
    ]);
  });
});

describe('replaceTranscripts', () => {
  it('writes other texts into the blocks and leaves the rest alone', () => {
    const transcripts = findTranscripts(page);
    expect(replaceTranscripts(page, transcripts, [null, null, null])).toBe(page);
    const rewritten = replaceTranscripts(page, transcripts, [null, 'Eve\nand Bo. [1]', null]);
    expect(rewritten).toBe(page.replace('Ada. [1]', 'Eve\nand Bo. [1]'));
  });
});

describe('readConsole', () => {
  const text = "$ one 'two\n  three'\nout\n\nmore\n$ four \\\n  five\n$ six";

  it('tells commands from what they gave', () => {
    expect(readConsole(text)).toEqual([
      { command: "one 'two\n  three'", output: 'out\n\nmore' },
      { command: 'four \\\n  five', output: '' },
      { command: 'six', output: '' },
    ]);
  });

  it('is written back as it was', () => {
    expect(writeConsole(readConsole(text))).toBe(text);
  });
});

const id = (digit: string) => `answer_${digit.repeat(32)}`;

describe('maskOutput', () => {
  it.each([
    ['confidence 99 % · 1373 ms (plan 0.2 ms)', 'confidence 99 % · TIME (plan TIME)'],
    [`${id('a')}  2026-11-22T12:38:02.492Z · answered`, 'answer_ID DATE · answered'],
    ['{"ms":38.05463,"confidence":0.98966571}', '{"ms":TIME,"confidence":0.989}'],
    ['"chunkId": "d9584df0d6576b5349bb6:0"', '"chunkId": "DOCUMENT:0"'],
    ['7fb72fe1-07a0-45fa-91a2-72289ba69c13', 'ID'],
  ])('of %p', (text, masked) => {
    expect(maskOutput(text)).toBe(masked);
  });
});

describe('matchesOutput', () => {
  it.each([
    ['9 wicks. [1]\n\n12 ms', '9 wicks. [1]\n\n34.5 ms\n'],
    ['9 wicks. [1] …\n…\nconfidence 9 %', '9 wicks. [1] And more.\nx\ny\nconfidence 9 %'],
    ['… 9 wicks.', 'It costs 9 wicks.'],
  ])('accepts %p for %p', (shown, output) => {
    expect(matchesOutput(shown, output, 'text')).toBe(true);
  });

  it.each([
    ['9 wicks. [1]', '8 wicks. [1]'],
    ['confidence 99 %', 'confidence 98 %'],
    ['9 wicks. (a+)', '9 wicks. aaa'],
    ['9 wicks.', '9 wicks. And more.'],
    ['9 wicks.', 'It costs 9 wicks.'],
    ['…\n9 wicks.', '8 wicks.\n'],
  ])('finds that %p is not %p', (shown, output) => {
    expect(matchesOutput(shown, output, 'text')).toBe(false);
  });

  it('compares JSON however it is laid out', () => {
    expect(matchesOutput('{ "a": [1, 2] }', '{"a":[1,2]}', 'json')).toBe(true);
    expect(matchesOutput('{ "a": [1, 2] }', '{"a":[2,1]}', 'json')).toBe(false);
  });
});

describe('renamedIds', () => {
  it('pairs the ids of a page with those of a run, in order', () => {
    expect(renamedIds(`${id('a')} then ${id('b')}`, `${id('c')} then ${id('d')}`)).toEqual(
      new Map([
        [id('a'), id('c')],
        [id('b'), id('d')],
      ]),
    );
    expect(renamedIds('…', id('c')).size).toBe(0);
  });
});
