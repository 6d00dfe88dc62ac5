import { describe, expect, it } from '@jest/globals';
import type { Passage } from '@arbiter/contracts';
import { judgedOf, passage, type Judgements } from '../../../test/readings.js';
import { writeList } from './write-list.js';

const RANKS = passage(
  'ranks',
  'The watch has four ranks.\n\nRecruit of the watch\nSergeant at arms\nCaptain of a ship\nMarshal of all',
);
const write = (passages: readonly Passage[], judgements: Judgements, maxSentences = 12) =>
  writeList({ query: 'Which are they?', passages, whole: judgedOf(passages, judgements), parts: [], maxSentences });
const said = (...args: Parameters<typeof write>): string[] =>
  write(...args).chosen.map(({ candidate }) => candidate.text);

describe('writeList', () => {
  it('gives the list of a source whole where the best sentence is one of its items, and nothing that is none', () => {
    const items = ['Recruit of the watch', 'Sergeant at arms', 'Captain of a ship', 'Marshal of all'];
    expect(said([RANKS], { Sergeant: 0.6, four: 0.3 })).toEqual(items);
    expect(write([RANKS], { Sergeant: 0.6 })).toMatchObject({ layout: 'lines', hasShortAnswer: false });
  });

  it('gathers sentences that answer about as well over all sources, best first', () => {
    const passages = [
      passage('light', 'Gull Point has a light. Boats are blue.'),
      passage('rock', 'Skerrow Rock carries a lantern. Seals sleep there.'),
    ];
    expect(said(passages, { Gull: 0.5, lantern: 0.8, Seals: 0.1 })).toEqual([
      'Skerrow Rock carries a lantern.',
      'Gull Point has a light.',
    ]);
  });

  it('names no item twice, though two sources do', () => {
    const passages = [
      passage('light', 'Gull Point has a light.'),
      passage('guide', 'Gull Point has a light. Skerrow Rock carries a lantern.'),
    ];
    const both = said(passages, { Gull: 0.8, lantern: 0.7 });
    expect(both).toEqual(['Gull Point has a light.', 'Skerrow Rock carries a lantern.']);
  });

  it('is no list where one sentence says it', () => {
    const passages = [passage('light', 'The lights are Gull Point and Skerrow. Boats are blue.')];
    expect(write(passages, { lights: 0.8 })).toMatchObject({ layout: 'prose', hasShortAnswer: true });
  });

  it('keeps to the items that are wanted, and says nothing where nothing promises', () => {
    expect(said([RANKS], { Sergeant: 0.6 }, 2)).toHaveLength(2);
    expect(said([RANKS], {})).toEqual([]);
  });
});
