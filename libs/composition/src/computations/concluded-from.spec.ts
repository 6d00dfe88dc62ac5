import { describe, expect, it } from '@jest/globals';
import { concludedFrom } from './concluded-from.js';

const SHIPS = ['The Gull was built in 1702.', 'The Tern was built in 1704.'];
const PRICES = ['A phial costs 9 wicks.', 'A lantern costs 5 wicks.', 'A bed at the Heron costs 8 wicks a night.'];
const ROADS = ['The hill road is 20 miles long.', 'The coast road is 11 miles long.'];
const AGES = ['Harl Tunny is 47 years old.', 'Dutch Annis is 52.', 'Agnes Corrow is 42 years old.'];
const PEOPLE = ['The Watch has 120 members.', 'The Guild has 30 members.'];

describe('a sentence that follows from what is stated', () => {
  it.each([
    ['The Gull is two years older than the Tern.', SHIPS, 'difference', [0, 1]],
    ['The Tern is 2 years younger than the Gull.', SHIPS, 'difference', [1, 0]],
    ['The Tern was built two years later.', SHIPS, 'difference', [1, 0]],
    ['The Gull is older than the Tern.', SHIPS, 'comparison', [0, 1]],
    [
      'The Gull is two years older than the Tern.',
      ['The Gull was built in 1702 and the Tern in 1704.'],
      'difference',
      [0],
    ],
    ['A phial costs four wicks more than a lantern.', PRICES, 'difference', [0, 1]],
    ['A lantern is 4 wicks cheaper than a phial.', PRICES, 'difference', [1, 0]],
    ['Together they cost 14 wicks.', PRICES, 'total', [0, 1]],
    ['That makes 22 wicks in all.', PRICES, 'total', [0, 1, 2]],
    ['Three nights at the Heron cost 24 wicks.', PRICES, 'product', [2]],
    ['The hill road is nine miles longer than the coast road.', ROADS, 'difference', [0, 1]],
    ['The hill road is longer than the coast road.', ROADS, 'comparison', [0, 1]],
    ['The difference is 9 miles.', ROADS, 'difference', [0, 1]],
    ['Harl Tunny is older than Agnes Corrow by five years.', AGES, 'difference', [0, 2]],
    ['The Watch has 90 more members than the Guild.', PEOPLE, 'difference', [0, 1]],
    ['The Guild has a quarter, 25 %, of the members of the Watch.', PEOPLE, 'share', [1, 0]],
    ['The Watch has four times as many members as the Guild.', PEOPLE, 'ratio', [0, 1]],
    [
      'The hill road is about twice as long as the coast road.',
      ['The hill road is 22 miles long.', ROADS[1]!],
      'ratio',
      [0, 1],
    ],
  ])('%j', (sentence, statements, kind, operands) => {
    expect(concludedFrom(sentence, statements)).toEqual({ kind, operands });
  });
});

describe('a sentence that does not', () => {
  it.each([
    ['is miscomputed', 'The Gull is three years older than the Tern.', SHIPS],
    ['is the wrong way round', 'The Tern is two years older than the Gull.', SHIPS],
    [
      'is the wrong way round in one sentence',
      'The Tern is older than the Gull.',
      ['The Gull was built in 1702, the Tern in 1704.'],
    ],
    ['compares the wrong way', 'The coast road is longer than the hill road.', ROADS],
    ['is dearer instead of cheaper', 'A phial is 4 wicks cheaper than a lantern.', PRICES],
    ['has another unit', 'A phial costs four scales more than a lantern.', PRICES],
    ['adds up to something else', 'Together they cost 15 wicks.', PRICES],
    ['multiplies wrongly', 'Three nights at the Heron cost 21 wicks.', PRICES],
    ['multiplies what is not per it', 'Three lanterns and a phial cost 27 wicks.', PRICES],
    ['states an amount that nothing gives', 'A phial costs 7 wicks.', PRICES],
    ['computes nothing', 'A phial costs 9 wicks.', PRICES],
    ['compares what is not stated', 'The Gull is two years older than the Heron.', SHIPS.slice(0, 1)],
    ['has two figures of its own', 'The Gull is two years older than the Tern, and has 7 masts.', SHIPS],
    ['has another multiple', 'The Watch has three times as many members as the Guild.', PEOPLE],
    ['has another share', 'The Guild has 20 % of the members of the Watch.', PEOPLE],
  ])('%s: %j', (_, sentence, statements) => {
    expect(concludedFrom(sentence, statements)).toBeNull();
  });
});
