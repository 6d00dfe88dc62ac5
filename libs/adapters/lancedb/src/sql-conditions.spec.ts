import { describe, expect, it } from '@jest/globals';
import type { FilterCondition } from '@arbiter/ports';
import { conditionOf, ofDocuments, withIds } from './sql-conditions.js';

const is = (key: string, ...values: string[]): FilterCondition => ({ key, test: { kind: 'any-of', values } });

describe('conditionOf', () => {
  it('joins conditions by AND, and the values of one by any-of', () => {
    expect(conditionOf({ filter: [is('kind', 'place', 'law'), is('year', '1204')] })).toBe(
      `array_has_any(facts, ['"kind"="place"', '"kind"="law"']) AND array_has(facts, '"year"="1204"')`,
    );
  });

  it('asks for nothing when nothing is asked', () => {
    expect(conditionOf({ filter: [] })).toBeNull();
    expect(conditionOf({})).toBeNull();
  });

  it('holds for no chunk when none of no values is wanted, and for every one when that is turned round', () => {
    expect(conditionOf({ filter: [is('kind')] })).toBe('false');
    expect(conditionOf({ filter: [{ ...is('kind'), negated: true }] })).toBe('true');
  });

  it('doubles quotes, so that no value ends its literal', () => {
    expect(conditionOf({ filter: [is('o\'k"', "x' OR 'a'='a")], chunkIds: ["d'1"] })).toBe(
      `array_has(facts, '"o''k\\""="x'' OR ''a''=''a"') AND id IN ('d''1')`,
    );
  });
});

describe('conditions on ids', () => {
  it('hold for none of no ids', () => {
    expect(withIds([])).toBe('false');
    expect(ofDocuments([])).toBe('false');
  });
});
