import { type AnyOperation, expand, previews } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import { describe, expect, it } from '@jest/globals';
import { expansionOf, previewOf } from '../../test/graph-arm.js';
import { contextOf } from '../../test/query-pipeline.js';
import { gatherExpansions } from './gather-expansions.js';

const ANSWERS: readonly (readonly [AnyOperation, unknown])[] = [
  [previews, { entities: [previewOf('inn', { isNamed: true })], communities: [], isPresent: true }],
  [expand, { expansions: [expansionOf('inn', 'The inn stood by the mole.')], unknown: [] }],
];
const DESCRIBED = { generations: [], withGraph: ['lore'], withChanges: [], writer: 'generated' as const };
const ASKED = { question: 'Where is the inn?', collections: [], asOfSession: undefined };

/** Expansions by a retriever that takes so long for each request, with how long it was waited for. */
async function gathered(leftMs: number, takesMs: number) {
  const waits: number[] = [];
  const request = (operation: AnyOperation, _input: unknown, { deadlineMs = 0 }: { deadlineMs?: number }) => {
    waits.push(deadlineMs);
    if (takesMs > deadlineMs) return Promise.reject(new Error('too late'));
    return Promise.resolve(ANSWERS.find(([one]) => one === operation)?.[1]);
  };
  const parent = { ...contextOf(), deadline: leftMs };
  const client = { request } as unknown as OperationClient;
  return { expansions: await gatherExpansions(client, ASKED, DESCRIBED, parent, { now: () => 0 }), waits };
}

describe('expansions', () => {
  it('that are late on a busy machine are waited for, where the question has time', async () => {
    const { expansions, waits } = await gathered(600_000, 40_000);
    expect(expansions).toHaveLength(1);
    expect(waits).toEqual([60_000, 60_000]);
  });

  it('do not keep a question that is in a hurry', async () => {
    expect((await gathered(20_000, 1)).waits).toEqual([6_000, 4_000]);
    expect((await gathered(20_000, 40_000)).expansions).toEqual([]);
  });
});
