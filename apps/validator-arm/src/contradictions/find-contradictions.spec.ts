import { describe, expect, it } from '@jest/globals';
import { Contradiction } from '@arbiter/contracts';
import { carryOut } from '@arbiter/text';
import { sourceOf } from '../../test/claim-support.js';
import { extractClaims } from '../claims/extract-claims.js';
import { findingContradictions } from './find-contradictions.js';

function find(answer: string, ...sources: readonly ReturnType<typeof sourceOf>[]) {
  return carryOut(findingContradictions(extractClaims(answer), sources)).map((found) => Contradiction.parse(found));
}

const OLD = sourceOf('old', 'Gull Point has a lamp. The lamp weighs 40 pounds.', { date: '1990-05-01' });
const NEW = sourceOf('new', 'The lamp weighs 50 pounds. It is old.', { date: '2020-05-01' });

describe('findingContradictions', () => {
  it('finds them within the answer, with both places', () => {
    const answer = 'The lamp weighs 40 pounds. [1] It is old. The lamp weighs 50 pounds. [2]';
    const [found, ...rest] = find(answer);
    expect(found).toMatchObject({ between: 'answer', conflict: 'number', newer: null });
    expect(rest).toEqual([]);
    expect(found?.statements.map(({ sourceId }) => sourceId)).toEqual([null, null]);
    for (const { start, end, quote } of found?.statements ?? []) expect(answer.slice(start, end)).toBe(quote);
  });

  it('finds them between the answer and a source', () => {
    expect(find('The lamp weighs 50 pounds.', OLD)).toMatchObject([
      {
        between: 'answer_and_source',
        statements: [{ sourceId: null }, { sourceId: 'old', quote: 'The lamp weighs 40 pounds.', date: '1990-05-01' }],
      },
    ]);
  });

  it('finds them between sources, and says which is newer', () => {
    const found = find('The lamp weighs 40 pounds.', OLD, NEW).filter(({ between }) => between === 'sources');
    expect(found).toHaveLength(1);
    const [{ statements, newer }] = found as [Contradiction];
    expect(statements[newer ?? 0].sourceId).toBe('new');
    for (const { sourceId, start, end, quote } of statements) {
      const source = [OLD, NEW].find(({ id }) => id === sourceId);
      expect(source?.content.slice(start, end)).toBe(quote);
    }
  });

  it('reads a year as a date', () => {
    const [a, b] = [sourceOf('a', OLD.content, { date: 1812 }), sourceOf('b', NEW.content, { date: '1999' })];
    const [found] = find('The lamp weighs 40 pounds.', a, b).filter(({ between }) => between === 'sources');
    expect(found?.statements[found.newer ?? 0].sourceId).toBe('b');
  });

  it('does not compare the rows of a table', () => {
    const answer =
      'Room: loft; Price: 3 pence; Bed: straw; Meal: none\nRoom: attic; Price: 8 pence; Bed: straw; Meal: none';
    expect(find(answer, sourceOf('s', answer))).toEqual([]);
  });

  it('finds nothing where all agree', () => {
    expect(find('The lamp weighs 40 pounds. It is old.', OLD, sourceOf('s', OLD.content))).toEqual([]);
  });

  it('ends for 200 claims against a megabyte, and lists no more than people read', () => {
    const answer = Array.from({ length: 200 }, (_, n) => `The lamp of tower ${n} weighs ${n} pounds.`).join(' ');
    const content = Array.from({ length: 20_000 }, (_, n) => `The lamp of tower ${n} weighs ${n + 1} pounds.`).join(
      ' ',
    );
    expect(find(answer, sourceOf('big', content)).length).toBeLessThanOrEqual(20);
  });
});
