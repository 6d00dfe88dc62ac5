import type { Answer } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { cutText, overlayOf, placeSigns } from './overlay.js';
import { readBlocks, textsOf } from './read-markdown.js';

const TEXT = 'The cordial costs 9 wicks. [1]\n\n- It is **sold at dusk**. [2][7]\n- No marker here.';

function claim(
  text: string,
  support: 'fully_supported' | 'no_support' = 'fully_supported',
  start = TEXT.indexOf(text),
) {
  return {
    claim: { text, type: 'fact', confidence: 1, start, end: start + text.length },
    support,
    score: 1,
    reasoning: '',
    sourceIds: [],
  };
}

function answerWith(perClaim: readonly ReturnType<typeof claim>[], more: Partial<Answer> = {}): Answer {
  const place = { documentId: 'd1', start: 5, end: 9, quote: 'wick' };
  const citations = [1, 2].map((marker) => ({ ...place, marker }));
  return { answer: TEXT, citations, validation: { checks: { support: { perClaim } } }, ...more } as unknown as Answer;
}

function drawn(answer: Answer): readonly string[] {
  const overlay = overlayOf(answer);
  return readBlocks(answer.answer).flatMap((block) => {
    const signs = placeSigns(block, overlay.claims);
    return textsOf(block.node).flatMap((text) =>
      cutText(text, overlay, signs.get(text)).map((piece) => {
        if (piece.kind === 'marker') return `(${piece.citation.marker})`;
        if (piece.kind === 'sign') return piece.claim.verdict.support === 'fully_supported' ? '✓' : '!';
        return `${{ short: '^', unsupported: '~', none: '' }[piece.mark ?? 'none']}${piece.text}`;
      }),
    );
  });
}

describe('what is drawn over an answer', () => {
  it('sets the sign of a sentence behind its markers', () => {
    const answer = answerWith([claim('The cordial costs 9 wicks.'), claim('No marker here.', 'no_support')]);
    expect(drawn(answer)).toEqual([
      ...['The cordial costs 9 wicks. ', '(1)', '✓'],
      ...['It is ', 'sold at dusk', '. ', '(2)', '[7]', 'No marker here.', '!'],
    ]);
  });

  it('sets it behind the last word where the sentence ends in emphasis or is cut by it', () => {
    expect(drawn(answerWith([claim('It is **sold at dusk**.')])).join('')).toContain('. (2)[7]✓');
  });

  it('marks the short answer and what is not supported', () => {
    const at = (text: string) => ({ start: TEXT.indexOf(text), end: TEXT.indexOf(text) + text.length });
    const answer = answerWith([], { highlights: [at('9 wicks')], unsupported: [at('sold at')] });
    expect(drawn(answer)).toEqual(expect.arrayContaining(['^9 wicks', '~sold at', ' dusk']));
  });

  it('marks nothing at a place that is only guessed', () => {
    expect(overlayOf(answerWith([claim('The cordial costs 9 wicks.', 'no_support', 3)])).claims).toEqual([]);
  });

  it('makes no marker of a number without a span', () => {
    const citations = [{ marker: 1, start: 9, end: 9 }] as Answer['citations'];
    expect(drawn(answerWith([], { citations })).join('')).toContain('[1]');
  });

  it('makes one of a page without words', () => {
    const citations = [{ marker: 1, start: 9, end: 9, quote: '', page: 2 }] as Answer['citations'];
    expect(drawn(answerWith([], { citations })).join('')).toContain('(1)');
  });
});
