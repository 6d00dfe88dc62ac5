import { natsServerAvailable } from '@arbiter/testing';
import { describe, expect, it } from '@jest/globals';
import { runChaos } from './run-chaos.js';
import { TYPED } from './scenario.js';

const noBroker = natsServerAvailable();

/** A short part of `npm run test:chaos`; the rest takes minutes. */
(noBroker === null ? describe : describe.skip)(`chaos${noBroker === null ? '' : ` (skipped: ${noBroker})`}`, () => {
  it('no client notices a killed retriever, and a broker that restarts costs seconds and typed errors', async () => {
    const [killed, restarted] = await runChaos(['kill-retriever-arm', 'broker'], () => undefined);
    expect(killed).toMatchObject({ scenario: 'kill -9 retriever-arm', failures: {} });
    const untyped = Object.keys(restarted?.failures ?? {}).filter(
      (code) => !TYPED.includes(code) && !code.startsWith('DEGRADED'),
    );
    expect(untyped).toEqual([]);
    for (const row of [killed, restarted]) {
      expect(row?.requests).toBeGreaterThan(6);
      expect(row?.broken).not.toContain('nothing was answered afterwards');
    }
  }, 600_000);
});
