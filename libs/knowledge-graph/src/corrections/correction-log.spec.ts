import type { GraphCorrection, GraphCorrectionEvent } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { CorrectionLog } from './correction-log.js';

const [ANN, BEN] = [
  { by: 'Ann', reason: 'seen', recordedAt: 10 },
  { by: 'Ben', recordedAt: 20 },
];
const deletionOf = (entity: string): GraphCorrection => ({ kind: 'delete-entity', entity });
const log = CorrectionLog.empty.append([deletionOf('a'), deletionOf('b')], ANN);
const standing = (one: CorrectionLog): number[] => one.standing().map(({ id }) => id);

describe('a log of corrections', () => {
  it('gives ids, who, why and when, and reads what it has written', () => {
    const undone = log.undo(1, BEN);
    expect(undone.events).toEqual([
      { id: 1, recordedAt: 10, by: 'Ann', reason: 'seen', kind: 'correction', correction: deletionOf('a') },
      { id: 2, recordedAt: 10, by: 'Ann', reason: 'seen', kind: 'correction', correction: deletionOf('b') },
      { id: 3, recordedAt: 20, by: 'Ben', kind: 'undo', of: 1 },
    ]);
    const read = CorrectionLog.from(undone.events);
    expect(standing(read)).toEqual([2]);
    expect(read.corrections().map(({ id, undoneBy }) => [id, undoneBy?.by])).toEqual([
      [1, 'Ben'],
      [2, undefined],
    ]);
  });

  it('lets a correction count again at its own place once its undo is undone, as often as people change their mind', () => {
    let changed = log;
    for (const [id, counts] of [
      [1, [2]],
      [3, [1, 2]],
      [1, [2]],
      [5, [1, 2]],
      [4, [2]],
    ] as const) {
      changed = changed.undo(id, BEN);
      expect(standing(changed)).toEqual(counts);
      expect(changed.correctionOf(id).id).toBe(1);
      expect(changed.isUndone(id)).toBe(true);
    }
  });

  it('refuses to undo what is undone, and what is not there', () => {
    const undone = log.undo(1, BEN);
    expect(() => undone.undo(1, BEN)).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
    for (const id of [0, 3, 1.5]) {
      expect(() => log.undo(id, BEN)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
      expect(() => log.correctionOf(id)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
    }
  });

  it('never lets time run backwards, though a clock may', () => {
    const later = log.append([deletionOf('c')], { by: 'Ben', recordedAt: 5 });
    expect(later.events.at(-1)).toMatchObject({ id: 3, recordedAt: 10 });
  });

  it.each<[string, readonly Partial<GraphCorrectionEvent>[]]>([
    ['ids that do not count from 1', [{ id: 2 }]],
    ['an undo of itself', [{}, { kind: 'undo', of: 2 }]],
    ['an undo of a later event', [{ kind: 'undo', of: 2 }, {}]],
    ['time that runs backwards', [{ recordedAt: 5 }, { recordedAt: 4 }]],
  ])('does not read %s', (_, events) => {
    const stored = events.map((event, index) => ({
      ...{ id: index + 1, recordedAt: 5, by: 'Ann', kind: 'correction', correction: deletionOf('a') },
      ...event,
    }));
    expect(() => CorrectionLog.from(stored as GraphCorrectionEvent[])).toThrow('contradict each other');
  });
});
