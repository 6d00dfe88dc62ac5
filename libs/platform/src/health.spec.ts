import { ArbiterError } from '@arbiter/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { closeDoors, openDoor } from '../test/door.fixture.js';
import { diskCheck, modelCheck, Readiness, type ReadinessCheck } from './health.js';

afterEach(closeDoors);

const fine: ReadinessCheck = { name: 'store', check: () => Promise.resolve() };
const failing = (name: string, error: Error): ReadinessCheck => ({
  name,
  check: (): Promise<void> => Promise.reject(error),
});

async function ready(readiness: Readiness) {
  const response = await fetch(`${(await openDoor({ health: readiness })).url}/health/ready`);
  return { status: response.status, body: await response.json() };
}

describe('/health/ready', () => {
  it('is 200 when every check passes', async () => {
    expect(await ready(new Readiness([fine]))).toEqual({
      status: 200,
      body: { status: 'ready', checks: { store: { status: 'up' } } },
    });
  });

  it('is 503 when one fails, with a reason that names no address, which the log gets', async () => {
    const broker = failing('broker', new ArbiterError('UNAVAILABLE', 'no connection to nats://10.0.0.7:4222'));
    const told: unknown[] = [];
    expect(await ready(new Readiness([fine, broker], (...down) => told.push(down)))).toEqual({
      status: 503,
      body: {
        status: 'unready',
        checks: { store: { status: 'up' }, broker: { status: 'down', reason: 'unavailable' } },
      },
    });
    expect(told).toEqual([['broker', expect.objectContaining({ message: expect.stringContaining('nats://') })]]);
  });

  it.each([
    ['ENOSPC', 'disk full'],
    ['EROFS', 'disk read-only'],
    ['EACCES', 'disk not writable'],
    ['EIO', 'unavailable'],
  ])('tells of a disk that reports %s that it is: %s', async (reason, told) => {
    const error = new ArbiterError('UNAVAILABLE', 'could not be written', { details: { path: '/secret', reason } });
    const { status, body } = await ready(new Readiness([diskCheck('library', { probe: () => Promise.reject(error) })]));
    expect({ status, body }).toEqual({
      status: 503,
      body: { status: 'unready', checks: { library: { status: 'down', reason: told } } },
    });
  });

  it('does not show what strangers threw', async () => {
    const { body } = await ready(new Readiness([failing('store', new Error('/secret/path'))]));
    expect(body).toMatchObject({ checks: { store: { status: 'down', reason: 'failed' } } });
  });

  it('counts a check that hangs as down, and tells it to stop', async () => {
    let heard: unknown;
    const hanging: ReadinessCheck = {
      name: 'model',
      timeoutMs: 5,
      check: (signal) => {
        signal.addEventListener('abort', () => {
          heard = signal.reason;
        });
        return new Promise<void>(() => undefined);
      },
    };
    const { status, body } = await ready(new Readiness([hanging]));
    expect([status, body]).toEqual([
      503,
      { status: 'unready', checks: { model: { status: 'down', reason: 'no answer in time' } } },
    ]);
    expect(heard).toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  });

  it('survives a check that throws at once', async () => {
    const rash: ReadinessCheck = {
      name: 'rash',
      check: () => {
        throw new ArbiterError('UNAVAILABLE', 'No.');
      },
    };
    expect(await ready(new Readiness([rash]))).toMatchObject({
      status: 503,
      body: { checks: { rash: { reason: 'unavailable' } } },
    });
  });

  it('is 503 once the app is stopping, while /health/live stays 200', async () => {
    const readiness = new Readiness([fine]);
    const door = await openDoor({ health: readiness });
    readiness.stop();
    const stopping = await fetch(`${door.url}/health/ready`);
    expect([stopping.status, await stopping.json()]).toEqual([503, { status: 'stopping', checks: {} }]);
    expect((await fetch(`${door.url}/health/live`)).status).toBe(200);
  });

  it('asks once for all probes that come together, and anew for the next', async () => {
    let asked = 0;
    const count = () => {
      asked++;
      return Promise.resolve();
    };
    const readiness = new Readiness([{ name: 'store', check: count }]);
    await Promise.all([readiness.report(), readiness.report(), readiness.report()]);
    expect(asked).toBe(1);
    await readiness.report();
    expect(asked).toBe(2);
  });

  it('says of a model that it is loading, which all probes wait for together', async () => {
    let loads = 0;
    let loaded: () => void = () => undefined;
    const warmUp = () => {
      loads += 1;
      return new Promise<void>((resolve) => (loaded = resolve));
    };
    const readiness = new Readiness([{ ...modelCheck('embedder', { warmUp }), timeoutMs: 5 }]);
    const loading = { status: 'unready', checks: { embedder: { status: 'down', reason: 'is loading' } } };
    expect([await readiness.report(), await readiness.report()]).toEqual([loading, loading]);
    expect(loads).toBe(1);
    loaded();
    await new Promise(setImmediate);
    const again = readiness.report();
    loaded();
    expect(await again).toMatchObject({ status: 'ready' });
  });

  it('passes a remark of a check on, and is still ready', async () => {
    const empty: ReadinessCheck = {
      name: 'documents',
      check: () => Promise.resolve({ status: 'up' as const, notice: 'none yet' }),
    };
    expect(await ready(new Readiness([empty]))).toEqual({
      status: 200,
      body: { status: 'ready', checks: { documents: { status: 'up', notice: 'none yet' } } },
    });
  });

  it('tells once that a check begins to fail, and once that it passes again, however many probes come', async () => {
    let error: Error | null = new ArbiterError('UNAVAILABLE', 'away');
    const store: ReadinessCheck = {
      name: 'store',
      check: (): Promise<void> => (error ? Promise.reject(error) : Promise.resolve()),
    };
    const told: unknown[] = [];
    const readiness = new Readiness([store], (...change) => told.push(change));
    const away = error;
    for (let probe = 0; probe < 3; probe += 1) await readiness.report();
    error = null;
    for (let probe = 0; probe < 3; probe += 1) await readiness.report();
    expect(told).toEqual([
      ['store', away],
      ['store', null],
    ]);
  });
});
