import { describe, expect, it } from '@jest/globals';
import pc from 'picocolors';
import { answered, declined } from '../testing/examples.js';
import { renderAnswer } from './render-answer.js';
import { renderSource } from './render-source.js';

const onTerminal = pc.createColors(true);
const piped = pc.createColors(false);

/** The text of the answer, its bold parts between asterisks. */
function textOf(overrides: Parameters<typeof answered>[0], colours = onTerminal): string | undefined {
  const [text] = renderAnswer(answered(overrides), colours).split('\n\n');
  return text?.replaceAll('\u001b[1m', '*').replaceAll('\u001b[22m', '*');
}

describe('the text of an answer', () => {
  const read = { shortAnswer: 'Ada', highlights: [{ start: 0, end: 3 }] };

  it('has what was asked for in bold', () => {
    expect(textOf(read)).toBe('*Ada* keeps the light [1].');
  });

  it('is plain where no terminal shows it', () => {
    expect(textOf(read, piped)).toBe('Ada keeps the light [1].');
  });

  it('is bold as a whole where nothing stands out', () => {
    expect(textOf({})).toBe('*Ada keeps the light [1].*');
    expect(textOf({ shortAnswer: 'nobody' })).toBe('*Ada keeps the light [1].*');
  });

  it('has the short answer in bold where no place of it is given', () => {
    expect(textOf({ shortAnswer: 'the light' })).toBe('Ada keeps *the light* [1].');
  });

  it('has every highlight in bold, in whichever order they come, and none twice', () => {
    const highlights = [
      { start: 10, end: 19 },
      { start: 0, end: 3 },
      { start: 12, end: 25 },
    ];
    expect(textOf({ highlights })).toBe('*Ada* keeps *the light* [1].');
  });
});

describe('a citation', () => {
  it('names every place of its sentence', () => {
    const [cited] = answered().citations;
    const { marker: _marker, quote: _quote, score: _score, ...place } = cited!;
    const alsoAt = [{ ...place, title: 'Copy', source: 'copy.md', section: [], start: 7, end: 27, page: 2 }];
    const lines = renderAnswer(answered({ citations: [{ ...cited!, alsoAt }] }), piped).split('\n');
    expect(lines.slice(2, 5)).toEqual([
      '[1] The Light › Keepers — places/light.md:120-140',
      '    "Ada keeps the light."',
      '    also in Copy — copy.md:7-27 (page 2)',
    ]);
  });
});

describe('a page that was read', () => {
  const [cited] = answered().citations;
  const box = { left: 0.05, top: 0.1, right: 0.4, bottom: 0.304 };
  const wordless = { ...cited!, section: [], page: 3, start: 7, end: 7, quote: '', box };

  it('is cited with the part that was read, and without a quote where it has no words', () => {
    const lines = renderAnswer(answered({ citations: [wordless] }), piped).split('\n');
    expect(lines.slice(2, 4)).toEqual([
      '[1] The Light — places/light.md (page 3, upper left: 5–40 % across, 10–30 % down)',
      '    the picture of the page',
    ]);
  });

  it('has no context of words that are not on it', () => {
    const shown = renderSource(wordless, 'Page 2. Page 4.', null, piped).split('\n');
    expect(shown.slice(1, 4)).toEqual(['places/light.md · page 3, upper left · d1', '', '    the picture of the page']);
  });
});

describe('a declined question', () => {
  it('is offered the closest passages, each with its place', () => {
    const [cited] = answered().citations;
    const closest = [{ ...cited!, quote: 'Ada keeps\nthe light.', page: 3 }];
    expect(renderAnswer({ ...declined(), closest }, piped).split('\n')).toEqual([
      'No passage was found that surely answers this question, so it is not answered.',
      '',
      'Closest passages:',
      '',
      '[1] The Light › Keepers — places/light.md:120-140 (page 3)',
      '    "Ada keeps the light."',
      '',
      expect.stringContaining('simple lookup'),
      '',
    ]);
  });

  it('is told of both pages where a passage runs over', () => {
    const [cited] = answered().citations;
    const closest = [{ ...cited!, page: 3, lastPage: 4 }];
    expect(renderAnswer({ ...declined(), closest }, piped)).toContain('places/light.md:120-140 (pages 3–4)');
  });

  it('names no passages where none were found', () => {
    expect(renderAnswer(declined(), piped)).not.toContain('Closest passages');
  });
});
