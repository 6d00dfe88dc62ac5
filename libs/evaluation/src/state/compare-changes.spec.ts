import { parseChangelogEntry } from '@arbiter/changelog';
import { describe, expect, it } from '@jest/globals';
import { compareChanges } from './compare-changes.js';

const entry = (
  session_id: number,
  updates: readonly (readonly [string, string])[],
  relations: readonly (readonly [string, string])[] = [],
) =>
  parseChangelogEntry({
    session_id,
    entity_updates: updates.map(([entity_id, status]) => ({ entity_id, status })),
    relationship_updates: relations.map(([from, to]) => ({ from, to, new_status: 'led_by' })),
  });

describe('compareChanges', () => {
  it('matches by session, entity and what the status means for use, not by its spelling', () => {
    const gold = [
      entry(1, [
        ['inn', 'destroyed'],
        ['gate', 'reopened'],
        ['mara', 'deceased'],
      ]),
    ];
    const found = [
      entry(1, [
        ['inn', 'burned down'],
        ['gate', 'shut'],
      ]),
      entry(2, [['mara', 'deceased']]),
    ];
    expect(compareChanges(found, gold)).toMatchObject({
      changeF1: 1 / 3,
      entities: { precision: 1 / 3, recall: 1 / 3 },
      missed: ['1 gate available', '1 mara unavailable'],
      wrong: ['1 gate unavailable', '2 mara unavailable'],
    });
  });

  it('matches changes between entities by their ends, in whichever direction', () => {
    const gold = [
      entry(
        1,
        [],
        [
          ['guild', 'mara'],
          ['guild', 'joss'],
        ],
      ),
    ];
    expect(compareChanges([entry(1, [], [['mara', 'guild']])], gold).relationships).toMatchObject({
      precision: 1,
      recall: 0.5,
    });
  });

  it('counts nothing found as zero, not as an error', () => {
    expect(compareChanges([], [])).toMatchObject({ changeF1: 0, all: { precision: 0, recall: 0 } });
  });
});
