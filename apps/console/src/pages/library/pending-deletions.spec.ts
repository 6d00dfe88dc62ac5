import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { PendingDeletions } from './pending-deletions.js';

describe('PendingDeletions', () => {
  let sent: string[];
  const adding = (undoMs: number, ...ids: readonly string[]) => {
    const pending = new PendingDeletions(undoMs);
    for (const id of ids) pending.add({ id, name: id, send: () => sent.push(id) });
    return pending;
  };
  beforeEach(() => {
    sent = [];
  });

  it('sends a request when its time is up, once', async () => {
    const pending = adding(5, 'a');
    expect(pending.list()).toMatchObject([{ id: 'a', name: 'a' }]);
    while (sent.length === 0) await setTimeout(1);
    pending.flush();
    expect([sent, pending.list()]).toEqual([['a'], []]);
  });

  it('sends nothing that was undone, and all that wait when the page is left', async () => {
    const pending = adding(10, 'a', 'b', 'c');
    pending.undo('b');
    pending.flush();
    await setTimeout(30);
    expect(sent).toEqual(['a', 'c']);
  });
});
