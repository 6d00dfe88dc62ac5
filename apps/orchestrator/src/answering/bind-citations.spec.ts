import type { Citation, ClaimVerdict, Passage, ValidationResult } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { verdict } from '../../test/query-pipeline.js';
import type { WrittenAnswer } from './attempt.js';
import { bindCitations } from './bind-citations.js';

const PRICES = passage('prices', 'Prices are posted at noon. A phial costs 9 wicks. A lantern costs 5 wicks.', 100);
const LEDGER = passage('ledger', 'The ledger says that a phial costs 9 wicks.', 0);
const HOURS = passage('hours', 'The market opens at dawn. It closes at dusk.', 40);
const PASSAGES = [PRICES, LEDGER, HOURS];

function passage(documentId: string, text: string, start: number): Passage {
  const end = start + text.length;
  return {
    ...{ chunkId: `${documentId}:0`, documentId, collection: 'lore', text, start, end, title: documentId },
    ...{ source: `${documentId}.md`, section: [], page: null, metadata: {}, score: 0.9 },
  };
}

/** The place of a sentence. */
function placeOf(quote: string, { chunkId, documentId: document, text }: Passage) {
  const start = text.indexOf(quote);
  expect(start).toBeGreaterThanOrEqual(0);
  return { sourceId: chunkId, document, chunkId, start, end: start + quote.length, quote, score: 0.9 };
}

interface Judged {
  /** As it stands in the text. */
  readonly claim: string;
  readonly rests?: readonly (readonly [quote: string, passage: Passage])[];
  readonly method?: ClaimVerdict['method'];
}

/** @param cited what `[n]` of the text names, `cited[n - 1]` */
function bound(text: string, cited: readonly Passage[], judged: readonly Judged[], passages = PASSAGES) {
  const citations = cited.map((source, index): Citation => ({
    ...source,
    marker: index + 1,
    quote: source.text,
    source: `${source.documentId}.md`,
  }));
  const sentences = [...text.matchAll(/\S[^.]*(?:\.|$)(?:\s?\[\d+\])*/g)].map(({ 0: sentence, index }) => ({
    start: index,
    end: index + sentence.length,
    markers: [...sentence.matchAll(/\[(\d+)\]/g)].map(([, digits]) => Number(digits)),
  }));
  const synthesis: WrittenAnswer = { text, citations, sentences, mode: 'generated' };
  const base = verdict();
  const perClaim = judged.map(({ claim, rests = [], method = 'semantic_similarity' }): ClaimVerdict => {
    const start = text.indexOf(claim);
    expect(start).toBeGreaterThanOrEqual(0);
    return {
      claim: { text: claim, type: 'fact', confidence: 1, start, end: start + claim.length },
      ...{
        support: rests.length > 0 ? 'fully_supported' : 'no_support',
        score: 0.9,
        reasoning: '',
        sourceIds: [],
        method,
      },
    };
  });
  const validation: ValidationResult = {
    ...base,
    citations: judged.map(({ claim, rests = [], method = 'semantic_similarity' }) => ({
      ...{ claim, sources: [], confidence: 0.9, verificationMethod: method },
      spans: rests.map(([quote, source]) => placeOf(quote, source)),
    })),
    checks: { ...base.checks, support: { ...base.checks.support, perClaim } },
  };
  const result = bindCitations(synthesis, validation, passages);
  expectSound(result.synthesis, result.validation, passages);
  return result.synthesis;
}

/** Whatever is bound: markers in order, quotes that stand in their documents, and offsets that hold in the new text. */
function expectSound(
  { text, citations, sentences }: WrittenAnswer,
  { checks }: ValidationResult,
  passages: readonly Passage[],
): void {
  const used = [...text.matchAll(/\[(\d+)\]/g)].map(([, digits]) => Number(digits));
  expect([...new Set(used)]).toEqual(citations.map((_, index) => index + 1));
  for (const { documentId, start, end, quote } of citations) {
    const source = passages.find((one) => one.documentId === documentId);
    expect(source?.text.slice(start - source.start, end - source.start)).toBe(quote);
  }
  for (const { start, end, markers } of sentences) {
    const inside = [...text.slice(start, end).matchAll(/\[(\d+)\]/g)].map(([, digits]) => Number(digits));
    expect(inside).toEqual(markers);
  }
  for (const { claim } of checks.support.perClaim) expect(text.slice(claim.start, claim.end)).toBe(claim.text);
}

const PHIAL = { claim: 'A phial costs 9 wicks', rests: [['A phial costs 9 wicks.', PRICES]] } as const;
const quotesOf = ({ citations }: WrittenAnswer): string[] => citations.map(({ quote }) => quote);

describe('the markers of a text that a language model wrote', () => {
  it('lead to the sentence that says it, not to the whole passage', () => {
    const { text, citations } = bound('A phial costs 9 wicks [1].', [PRICES], [PHIAL]);
    expect(text).toBe('A phial costs 9 wicks [1].');
    expect(citations).toMatchObject([{ documentId: 'prices', start: 127, end: 149, quote: 'A phial costs 9 wicks.' }]);
  });

  it('lead to the source that says it where the named one does not', () => {
    const result = bound('A phial costs 9 wicks [1].', [HOURS], [PHIAL]);
    expect(result.text).toBe('A phial costs 9 wicks [1].');
    expect(quotesOf(result)).toEqual(['A phial costs 9 wicks.']);
  });

  it('stay with another source that says the same, and not with one that says it of another thing', () => {
    const [same, other] = [
      bound('A phial costs 9 wicks [1].', [LEDGER], [PHIAL]),
      bound('A phial costs 9 wicks [1][2].', [passage('prices', 'A lantern costs 5 wicks.', 150), PRICES], [PHIAL]),
    ];
    expect(quotesOf(same)).toEqual([LEDGER.text]);
    expect(quotesOf(other)).toEqual(['A phial costs 9 wicks.']);
    expect(other.text).toBe('A phial costs 9 wicks [1].');
  });

  it.each([
    ['A phial costs 9 wicks.', 'A phial costs 9 wicks [1].'],
    ['A phial costs 9 wicks', 'A phial costs 9 wicks [1]'],
  ])('are added where there are none: %j', (text, marked) => {
    expect(bound(text, [], [PHIAL]).text).toBe(marked);
  });

  it('are taken out where nothing supports the claim', () => {
    const text = 'A phial costs 9 wicks [1]. It is blue [1].';
    const result = bound(text, [PRICES], [PHIAL, { claim: 'It is blue' }]);
    expect(result.text).toBe('A phial costs 9 wicks [1]. It is blue.');
  });

  it('belong to the claims before them, and those without one come at the end', () => {
    const text = 'A phial costs 9 wicks [2], and the market opens at dawn [1], and closes at dusk. It opens at dawn.';
    const result = bound(
      text,
      [PRICES, HOURS],
      [
        PHIAL,
        { claim: 'the market opens at dawn', rests: [['The market opens at dawn.', HOURS]] },
        { claim: 'and closes at dusk', rests: [['It closes at dusk.', HOURS]] },
        { claim: 'It opens at dawn', rests: [['The market opens at dawn.', HOURS]] },
      ],
    );
    expect(result.text).toBe(
      'A phial costs 9 wicks [1], and the market opens at dawn [2], and closes at dusk [3]. It opens at dawn [2].',
    );
    expect(quotesOf(result)).toEqual(['A phial costs 9 wicks.', 'The market opens at dawn.', 'It closes at dusk.']);
  });

  it('name every source that a claim needs, and none that says nothing more', () => {
    const claim = 'A phial costs 9 wicks and the market closes at dusk';
    const rests = [
      ['A phial costs 9 wicks.', PRICES],
      ['The ledger says that a phial costs 9 wicks.', LEDGER],
      ['It closes at dusk.', HOURS],
    ] as const;
    expect(quotesOf(bound(`${claim}.`, [], [{ claim, rests }]))).toEqual([
      'A phial costs 9 wicks.',
      'It closes at dusk.',
    ]);
  });

  it('name all that a figure was computed from', () => {
    const claim = 'That is 14 wicks together';
    const rests = [
      ['A phial costs 9 wicks.', PRICES],
      ['A lantern costs 5 wicks.', PRICES],
    ] as const;
    expect(bound(`${claim}.`, [], [{ claim, rests, method: 'computed' }]).text).toBe(
      'That is 14 wicks together [1][2].',
    );
  });

  it('cites nothing beside the marker for what a sentence only concludes, and another source for what that one says', () => {
    const price = { claim: 'A phial costs 9 wicks', rests: [['A phial costs 9 wicks.', PRICES]] } as const;
    const concluded = bound(
      'A phial costs 9 wicks, so nothing has changed since dawn [1].',
      [PRICES],
      [price, { claim: 'so nothing has changed since dawn', rests: [['The market opens at dawn.', HOURS]] }],
    );
    expect(concluded.citations.map(({ quote }) => quote)).toEqual(['A phial costs 9 wicks.']);
    const stated = bound(
      'A phial costs 9 wicks, and the market opens at dawn [1].',
      [PRICES],
      [price, { claim: 'and the market opens at dawn', rests: [['The market opens at dawn.', HOURS]] }],
    );
    expect(stated.citations.map(({ quote }) => quote)).toEqual(['A phial costs 9 wicks.', 'The market opens at dawn.']);
  });

  it('stay where there is nothing to check them by', () => {
    expect(bound('Dear, is it not [1].', [PRICES], []).text).toBe('Dear, is it not [1].');
  });

  it.each([
    ['A phial costs 9 wicks [1][2].', [0, 1]],
    ['A phial costs 9 wicks [1].', [1]],
    ['A phial costs 9 wicks.', []],
  ])('are one for one sentence, whose citation names both places: %s', (text, cited) => {
    const copy = passage('copy', 'Of phials:\n\n- a phial costs 9  wicks.', 10);
    const two = [PRICES, copy];
    const claim = {
      claim: PHIAL.claim,
      rests: [['A phial costs 9 wicks.', PRICES] as const, ['a phial costs 9  wicks.', copy] as const],
    };
    const result = bound(
      text,
      cited.map((index) => two[index]!),
      [claim],
      [...PASSAGES, copy],
    );
    expect(result.text).toBe('A phial costs 9 wicks [1].');
    expect(result.citations).toHaveLength(1);
    const [{ documentId, alsoAt = [] }] = result.citations as [Citation];
    expect(new Set([documentId, ...alsoAt.map((place) => place.documentId)])).toEqual(new Set(['prices', 'copy']));
  });
});
