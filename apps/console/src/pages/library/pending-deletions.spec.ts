import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { PendingDeletions } from './pending-deletions.js';

describe('PendingDeletions', () => {
  it('sends a request when its time is up, once', async () => {
    const pending = new PendingDeletions(5);
    const sent: string[] = [];
    pending.add({ id: 'a', name: 'A' }, () => sent.push('a'));
    expect(pending.list()).toEqual([{ id: 'a', name: 'A' }]);
    while (sent.length === 0) await setTimeout(1);
    pending.flush();
    expect(sent).toEqual(['a']);
    expect(pending.list()).toEqual([]);
  });

  it('sends nothing that was undone', async () => {
    const pending = new PendingDeletions(5);
    const sent: string[] = [];
    pending.add({ id: 'a', name: 'A' }, () => sent.push('a'));
    pending.undo('a');
    await setTimeout(20);
    pending.flush();
    expect(sent).toEqual([]);
  });

  it('sends all that wait when the page is left', () => {
    const pending = new PendingDeletions(60_000);
    const sent: string[] = [];
    for (const id of ['a', 'b']) pending.add({ id, name: id }, () => sent.push(id));
    pending.flush();
    expect(sent).toEqual(['a', 'b']);
  });
});
