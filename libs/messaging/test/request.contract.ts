import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import type { CallReport } from '../src/index.js';
import { count, echo, store } from './contract.operations.js';
import { counting, echoing, failureOf, type OpenServed } from './rig.js';

/** Answers and failures of single requests. */
export function describeRequests(open: OpenServed): void {
  describe('a request', () => {
    it('is answered', async () => {
      const { client } = await open(echoing);
      await expect(client.request(echo, { text: 'añ😀', times: 2 })).resolves.toEqual({ text: 'añ😀añ😀' });
    });

    it('reaches the handler with its defaults filled in', async () => {
      const inputs: unknown[] = [];
      const { client } = await open((dispatcher) =>
        dispatcher.register(echo, (input) => {
          inputs.push(input);
          return Promise.resolve({ text: '' });
        }),
      );
      await client.request(echo, { text: 'a' });
      expect(inputs).toEqual([{ text: 'a', times: 1 }]);
    });

    it('shares no object with the handler', async () => {
      const mine = { text: 'a', times: 1 };
      const { client } = await open((dispatcher) =>
        dispatcher.register(echo, (input) => {
          (input as { text: string }).text = 'changed';
          return Promise.resolve({ text: input.text });
        }),
      );
      await client.request(echo, mine);
      expect(mine.text).toBe('a');
    });

    it('that is wrong is refused with its fields and never reaches the handler', async () => {
      let handled = 0;
      const { client } = await open((dispatcher) =>
        dispatcher.register(echo, () => {
          handled += 1;
          return Promise.resolve({ text: '' });
        }),
      );
      const error = await failureOf(client.request(echo, { text: '', times: 10 }));
      expect(error.code).toBe('INVALID_REQUEST');
      expect(error.message).toContain('"text"');
      expect(error.details).toMatchObject({ issues: [{ path: 'text' }, { path: 'times' }] });
      expect(handled).toBe(0);
    });

    it('of an operation that streams gets the output alone', async () => {
      const { client } = await open((dispatcher) => dispatcher.register(count, counting));
      await expect(client.request(count, { to: 3 })).resolves.toEqual({ counted: 3 });
    });

    it('is one of 200 at the same time, and each gets its own answer', async () => {
      const { client } = await open(
        (dispatcher) =>
          dispatcher.register(echo, async ({ text }) => {
            await sleep(1);
            return { text };
          }),
        { concurrency: { running: 32, waiting: 200 } },
      );
      const texts = Array.from({ length: 200 }, (_, i) => `text ${i}`);
      const answers = await Promise.all(texts.map((text) => client.request(echo, { text })));
      expect(answers.map(({ text }) => text)).toEqual(texts);
    });
  });

  describe('a failure', () => {
    it('crosses with code, message and details, without its cause', async () => {
      const thrown = new ArbiterError('NOT_FOUND', 'No such thing.', {
        details: { id: 'd1', nested: { list: [1] } },
        cause: new TypeError('/secret/path'),
      });
      const { client } = await open((dispatcher) => dispatcher.register(echo, () => Promise.reject(thrown)));
      const error = await failureOf(client.request(echo, { text: 'a' }));
      expect(error).toMatchObject({ code: 'NOT_FOUND', message: 'No such thing.', details: thrown.details });
      expect(error.cause).toBeUndefined();
    });

    it('that is not ours is INTERNAL and keeps its message to itself, while the observer learns the cause', async () => {
      const reports: CallReport[] = [];
      const secret = new TypeError('password=hunter2');
      const { client } = await open(
        (dispatcher) =>
          dispatcher.register(echo, () => {
            throw secret;
          }),
        { onCall: (report) => reports.push(report) },
      );
      const error = await failureOf(client.request(echo, { text: 'a' }));
      expect(error.code).toBe('INTERNAL');
      expect(`${error.message}${JSON.stringify(error.details)}`).not.toContain('hunter2');
      expect(reports).toMatchObject([{ operation: echo, code: 'INTERNAL', streamed: false, error: { cause: secret } }]);
    });

    it('of the handler to keep its contract is INTERNAL', async () => {
      const { client } = await open((dispatcher) =>
        dispatcher.register(echo, () => Promise.resolve({ text: 7 } as unknown as { text: string })),
      );
      await expect(client.request(echo, { text: 'a' })).rejects.toMatchObject({ code: 'INTERNAL' });
    });

    it('that may pass is tried again when the operation is idempotent', async () => {
      let tries = 0;
      const { client } = await open((dispatcher) =>
        dispatcher.register(echo, ({ text }) => {
          tries += 1;
          if (tries < 3) throw new ArbiterError('OVERLOADED', 'Not now.');
          return Promise.resolve({ text });
        }),
      );
      await expect(client.request(echo, { text: 'a' })).resolves.toEqual({ text: 'a' });
      expect(tries).toBe(3);
    });

    it('is not tried again when the operation is not idempotent', async () => {
      let tries = 0;
      const { client } = await open((dispatcher) =>
        dispatcher.register(store, () => {
          tries += 1;
          throw new ArbiterError('UNAVAILABLE', 'Not now.');
        }),
      );
      await expect(client.request(store, { text: 'a' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(tries).toBe(1);
    });

    it('to find anybody who serves the operation is UNAVAILABLE, long before the deadline', async () => {
      const { client } = await open(echoing);
      const error = await failureOf(client.request(count, { to: 1 }, { deadlineMs: 3_600_000 }));
      expect(error).toMatchObject({ code: 'UNAVAILABLE', details: { operation: count.name } });
    });

    it('of too large an input names its size and the limit', async () => {
      const { client } = await open(echoing);
      const error = await failureOf(client.request(echo, { text: 'x'.repeat(1_100_000) }));
      expect(error).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', details: { limit: 1_048_576 } });
      expect(error.details.bytes).toBeGreaterThan(1_100_000);
    });

    it('of too large an answer names its size and the limit', async () => {
      const { client } = await open((dispatcher) =>
        dispatcher.register(echo, () => Promise.resolve({ text: 'x'.repeat(1_100_000) })),
      );
      const error = await failureOf(client.request(echo, { text: 'a' }));
      expect(error).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', details: { limit: 1_048_576 } });
    });

    it('of an input that JSON cannot hold is INVALID_REQUEST', async () => {
      const { client } = await open(echoing);
      const input = { text: 1n } as unknown as { text: string };
      await expect(client.request(echo, input)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    });
  });
}
