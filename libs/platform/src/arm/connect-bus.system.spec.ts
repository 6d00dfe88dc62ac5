import { classify } from '@arbiter/contracts';
import { OperationDispatcher } from '@arbiter/messaging';
import { natsServerAvailable, startNatsServer, type RunningNatsServer } from '@arbiter/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '../logging.js';
import { type Bus, connectBus } from './serve-arm.js';

const KEY = 'a key of this installation, 32 bytes and more';

const missing = natsServerAvailable();
const describeNats = missing === null ? describe : describe.skip;

describeNats(`an arm on the broker${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  let broker: RunningNatsServer;
  let lines: string[];
  let served: number;
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    broker = await startNatsServer();
  });
  afterAll(() => broker.stop());
  beforeEach(() => {
    [lines, served] = [[], 0];
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function connect(signingKeys?: readonly string[], host = '127.0.0.1'): Promise<Bus> {
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = createLogger({ name: 'test', level: 'info', destination });
    const url = `nats://${host}:${broker.port}`;
    const { signal } = new AbortController();
    const bus = await connectBus({ url, signingKeys, app: 'planner-arm', logger, signal });
    closing.push(() => bus.close());
    return bus;
  }

  async function serve({ transports }: Bus): Promise<void> {
    const dispatcher = new OperationDispatcher();
    dispatcher.register(classify, () => {
      served += 1;
      return Promise.reject(new Error('not what this is about'));
    });
    for (const transport of transports) {
      await transport.start(dispatcher);
      closing.push(() => transport.close());
    }
  }

  it('says at the start that calls are not signed where others may reach the broker', async () => {
    await connect(undefined, '127.0.0.1');
    await connect(undefined, 'localhost');
    await connect([KEY], '0.0.0.0');
    expect(lines.join('')).not.toContain('not signed');
    await connect(undefined, '0.0.0.0');
    expect(lines.join('')).toContain('calls over the broker are not signed');
  });

  it('refuses what nobody signed, says so once, and never tells the key', async () => {
    await serve(await connect([KEY]));
    const stranger = await connect();
    const ask = (bus: Bus): Promise<unknown> => {
      const asked = bus.client?.request(classify, { query: 'Who keeps the lamp?' });
      return Promise.resolve(asked).catch((error: unknown) => (error as { code?: string }).code);
    };
    expect([await ask(stranger), await ask(stranger)]).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    expect(served).toBe(0);
    expect(await ask(await connect([KEY]))).toBe('INTERNAL');
    expect(served).toBe(1);
    const told = lines.filter((line) => line.includes('is not signed'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('planner.classify');
    expect(lines.join('')).not.toContain(KEY);
  });
});
