import { natsServerAvailable } from '@arbiter/testing';
import { describe, expect, it } from '@jest/globals';
import { runChaos } from './run-chaos.js';

const noBroker = natsServerAvailable();

/** A short part of `npm run test:chaos`; the rest takes minutes. */
(noBroker === null ? describe : describe.skip)(`chaos${noBroker === null ? '' : ` (skipped: ${noBroker})`}`, () => {
  it('no client notices a killed retriever, and a broker that restarts costs seconds and typed errors', async () => {
    const rows = await runChaos(['kill-retriever-arm', 'broker'], () => undefined);
    expect(rows.map(({ scenario, broken }) => ({ scenario, broken }))).toEqual([
      { scenario: 'kill -9 retriever-arm', broken: [] },
      { scenario: 'broker restart', broken: [] },
    ]);
    for (const { requests } of rows) expect(requests).toBeGreaterThan(10);
  }, 180_000);
});
