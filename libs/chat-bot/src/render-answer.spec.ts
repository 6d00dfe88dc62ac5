import { describe, expect, it } from '@jest/globals';
import { readButtonId } from './button-ids.js';
import { renderAnswer, renderQuote, type Dialect } from './render-answer.js';
import { ShownAnswer, type ShownCitation } from './shown-answer.js';
import { splitText } from './split-text.js';

const PLAIN: Dialect = {
  limit: 400,
  escape: (text) => text.replaceAll(/[*[<]/g, String.raw`\$&`),
  bold: (text) => `*${text}*`,
  link: (text, url) => `<${url}|${text}>`,
};

const citation = (marker: number, more: Partial<ShownCitation> = {}): ShownCitation => ({
  marker,
  quote: `Quote ${marker}.`,
  title: `Note ${marker}`,
  section: [],
  source: `note-${marker}.md`,
  documentId: `d${marker}`,
  start: 0,
  end: 8,
  ...more,
});

const answer = (more: Partial<ShownAnswer>): ShownAnswer =>
  ShownAnswer.parse({ id: 'answer_1', status: 'answered', answer: '', confidence: 0.999, citations: [], ...more });

describe('an answer as messages', () => {
  it('keeps its markers and escapes what stands around them', () => {
    const [part] = renderAnswer(answer({ answer: 'A *bell* [1] and [x].', citations: [citation(1)] }), PLAIN);
    expect(part?.text).toContain(String.raw`A \*bell* [1] and \[x].`.replace('bell*', String.raw`bell\*`));
  });

  it('names its sources with their pages and links, and never rounds up to certainty', () => {
    const cited = citation(1, { section: ['Note 1', 'Tides'], page: 3, url: 'https://arbiter.example/documents/d1' });
    const [part] = renderAnswer(answer({ answer: 'High. [1]', citations: [cited] }), PLAIN);
    expect(part?.text).toContain('[1] <https://arbiter.example/documents/d1|Note 1 › Tides › page 3>');
    expect(part?.text).toContain('99 % certain');
  });

  it('is cut within the limit, with each button below the part that has its marker first', () => {
    const text = `${'word '.repeat(70)}[1]\n\n${'other '.repeat(60)}[2]`;
    const parts = renderAnswer(answer({ answer: text, citations: [citation(1), citation(2)] }), PLAIN);
    expect(parts.length).toBeGreaterThan(1);
    expect(Math.max(...parts.map((part) => part.text.length))).toBeLessThanOrEqual(PLAIN.limit);
    const buttons = parts.flatMap((part) => part.buttons.map(({ id = '' }) => ({ read: readButtonId(id), part })));
    expect(buttons.map(({ read }) => read)).toEqual([1, 2].map((marker) => ({ answerId: 'answer_1', marker })));
    for (const [at, { part }] of buttons.entries()) expect(part.text).toContain(`[${at + 1}]`);
  });

  it('is a refusal with the closest passages where it was declined', () => {
    const declined = answer({ status: 'declined', answer: 'Nothing tells.', confidence: 0, closest: [citation(1)] });
    const [part] = renderAnswer(declined, PLAIN);
    expect(part?.text).toBe('Nothing tells.\n\n*Closest passages*\n[1] Note 1\n> Quote 1.');
    expect(part?.buttons).toMatchObject([{ label: '1 · Note 1' }]);
  });
});

describe('a page without words', () => {
  const wordless = citation(1, { quote: '', end: 0, page: 2, part: 'upper left' });

  it('is cited by its place, and no quote stands empty', () => {
    const declined = answer({ status: 'declined', answer: 'Nothing tells.', confidence: 0, closest: [wordless] });
    expect(renderAnswer(declined, PLAIN)[0]?.text).toContain(
      '[1] Note 1 › page 2, upper left\n> the picture of the page',
    );
    const [quote] = renderQuote({ ...wordless, start: 9, end: 9 }, { before: '', after: '' }, PLAIN);
    expect(quote?.text).toBe('*[1] Note 1 › page 2, upper left*\n> the picture of the page');
  });
});

describe('a quote in its context', () => {
  it('stands between what is before and after it, and loses that first where there is no room', () => {
    const around = { before: 'Before. ', after: ' After.' };
    const shown = (start: number, after = ' After.') =>
      renderQuote(citation(1, { start, end: start + 8 }), { ...around, after }, PLAIN)[0]?.text;
    expect(shown(20)).toBe('*[1] Note 1*\n> …Before. *Quote 1.* After.…');
    expect(shown(around.before.length)).toBe('*[1] Note 1*\n> Before. *Quote 1.* After.…');
    expect(shown(20, ' After.\n\nRow 2\nRow  3')).toBe('*[1] Note 1*\n> …Before. *Quote 1.* After.\n> Row 2\n> Row 3…');
    expect(shown(20, ' After'.repeat(100))).toBe('*[1] Note 1*\n> *Quote 1.*');
  });
});

describe('a text in parts', () => {
  it.each([
    ['at a paragraph', 'aaaa bb\n\ncc', 10, ['aaaa bb', 'cc']],
    ['at a word', 'aaaaaa bbbb', 8, ['aaaaaa', 'bbbb']],
    ['in no character', 'aaa🔔b', 4, ['aaa', '🔔b']],
    ['in no escape', String.raw`aaa\*b`, 4, ['aaa', String.raw`\*b`]],
    ['in no entity', 'aaa&lt;b', 6, ['aaa', '&lt;b']],
  ])('is cut %s', (_where, text, limit, parts) => {
    expect(splitText(text, limit)).toEqual(parts);
  });
});
