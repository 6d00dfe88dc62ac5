import { describe, expect, it } from '@jest/globals';
import { natsServerAvailable } from '@arbiter/testing';
import { benchBus } from './bus.bench.js';

const SMALL = { rounds: 5, warmUpRounds: 1 };

const missing = natsServerAvailable();
if (missing) process.stderr.write(`NATS half of the bus benchmark skipped: ${missing}\n`);

describe('benchBus', () => {
  (missing ? it.skip : it)('measures a bare request, an operation over NATS, and one in process', async () => {
    const { figures, versions, notes } = await benchBus(SMALL);
    expect(Object.keys(figures).sort()).toEqual([
      'inProcessP50Ms',
      'inProcessP95Ms',
      'natsP50Ms',
      'natsP95Ms',
      'natsToRawP50Ratio',
      'rawP50Ms',
      'rawP95Ms',
    ]);
    expect(figures.natsToRawP50Ratio).toBeCloseTo(figures.natsP50Ms! / figures.rawP50Ms!, 12);
    expect(versions?.['nats-server']).toMatch(/^\d+\./);
    expect(notes.join(' ')).toContain('4096 bytes');
  });

  it('says why there are no figures over NATS when there is no server', async () => {
    const { figures, notes } = await benchBus({ ...SMALL, natsMissing: 'no nats-server here' });
    expect(Object.keys(figures).sort()).toEqual(['inProcessP50Ms', 'inProcessP95Ms']);
    expect(notes.at(-1)).toBe('Nothing was measured over NATS: no nats-server here.');
  });
});
