import { describe, expect, it } from '@jest/globals';
import type { ReadingVerdict } from '@arbiter/ports';
import { judgedOf, passage, type Judgements } from '../../../test/readings.js';
import { writeLookup } from './write-lookup.js';

const FERRY = 'The ferry leaves at noon.';

function write(text: string, judgements: Judgements, { query = 'When does the ferry leave?', maxSentences = 12 } = {}) {
  const passages = [passage('ferry', text), passage('inn', 'Unless it rains, the inn is full.')];
  const whole = judgedOf(passages, judgements);
  return writeLookup({ query, passages, whole, parts: [], maxSentences });
}

const said = (...args: Parameters<typeof write>): string[] =>
  write(...args).chosen.map(({ candidate }) => candidate.text);

describe('writeLookup', () => {
  it('says the one sentence that most likely answers', () => {
    expect(said(`Boats are blue. ${FERRY} It is slow.`, { Boats: 0.3, noon: 0.8 })).toEqual([FERRY]);
  });

  it('says nothing where no sentence promises to answer', () => {
    expect(said(`Boats are blue. ${FERRY}`, { Boats: 0.01, noon: 0.02 })).toEqual([]);
  });

  it.each(['Unless a storm is up, it is on time.', 'However, on market days no boat leaves.', 'Only with a licence.'])(
    'adds the next sentence where that limits it: %s',
    (limit) => {
      expect(said(`${FERRY} ${limit} Boats are blue.`, { noon: 0.8 })).toEqual([FERRY, limit]);
    },
  );

  it('adds a limit that points back to it, without saying it twice', () => {
    const limit = 'This does not apply on market days.';
    const text = `${FERRY} ${limit}`;
    const passages = [passage('ferry', text, { start: 50, end: 50 + text.length })];
    // Cut to be read alone, the second sentence begins with the first.
    const whole = judgedOf(passages, { [limit]: 0.2, noon: 0.8 });
    const { chosen } = writeLookup({ query: 'When?', passages, whole, parts: [], maxSentences: 12 });
    expect(chosen.map(({ candidate }) => candidate.text)).toEqual([FERRY, limit]);
    const second = chosen[1]?.candidate;
    expect(text.slice((second?.start ?? 0) - 50, (second?.end ?? 0) - 50)).toBe(limit);
  });

  it.each(['Boats are blue. Unless a storm is up, they are dry.', 'Boats are blue.'])(
    'adds no sentence that limits nothing, or something else: %s',
    (rest) => {
      expect(said(`${FERRY} ${rest}`, { noon: 0.8 })).toEqual([FERRY]);
    },
  );

  it('keeps to the sentences that are wanted', () => {
    expect(said(`${FERRY} Unless a storm is up.`, { noon: 0.8 }, { maxSentences: 1 })).toEqual([FERRY]);
  });

  const verdictOf = (yes: number, no: number): ReadingVerdict => ({ none: 0.1, span: 0.9 - yes - no, yes, no });
  it.each<[string, ReadingVerdict, string | undefined]>([
    ['Does the ferry leave at noon?', verdictOf(0.8, 0), 'yes'],
    ['Does the ferry leave at dusk?', verdictOf(0.1, 0.7), 'no'],
    ['Does the ferry leave at noon?', verdictOf(0.4, 0.3), undefined],
    ['When does the ferry leave?', verdictOf(0.8, 0), undefined],
    ['The ferry leaves at noon.', verdictOf(0.8, 0), undefined],
  ])('opens the answer to "%s" as the reader says: %j', (query, verdict, opening) => {
    const { settled } = write(FERRY, { noon: { probability: 0.8, verdict } }, { query });
    expect(settled?.verdict).toBe(opening);
  });
});
