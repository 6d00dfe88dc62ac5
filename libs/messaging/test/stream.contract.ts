import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { ArbiterError, type ErrorCode } from '@arbiter/contracts';
import { until } from '@arbiter/testing';
import { count, tokens } from './contract.operations.js';
import { abortOf, counting, failureOf, type OpenServed } from './rig.js';

/** Order, ends and early ends of streams. */
export function describeStreams(open: OpenServed): void {
  describe('a stream', () => {
    it('brings every event in order, then the output', async () => {
      const { client } = await open((dispatcher) => dispatcher.register(count, counting));
      const stream = client.stream(count, { to: 500 });
      const seen: number[] = [];
      for (let step = await stream.next(); ; step = await stream.next()) {
        if (step.done) {
          expect(step.value).toEqual({ counted: 500 });
          break;
        }
        seen.push(step.value.n);
      }
      expect(seen).toEqual(Array.from({ length: 500 }, (_, i) => i));
    });

    it('that is left early tells the callee', async () => {
      const told: Promise<ErrorCode>[] = [];
      let cleanedUp = false;
      const { client, dispatcher } = await open((served) =>
        served.register(count, async function* (_, context) {
          told.push(abortOf(context));
          try {
            for (let n = 0; ; n += 1) {
              yield { n };
              await sleep(1);
            }
          } finally {
            cleanedUp = true;
          }
        }),
      );
      for await (const { n } of client.stream(count, { to: 1 })) if (n === 3) break;
      await expect(told[0]).resolves.toBe('CANCELLED');
      await until(() => dispatcher.inFlight === 0, { what: 'the handler to end' });
      expect(cleanedUp).toBe(true);
    });

    it('that fails midway brings what came before, then the typed error', async () => {
      const { client } = await open((dispatcher) =>
        dispatcher.register(count, async function* () {
          yield { n: 0 };
          yield { n: 1 };
          await sleep(1);
          throw new ArbiterError('CONFLICT', 'Lost count.', { details: { at: 2 } });
        }),
      );
      const seen: number[] = [];
      const error = await failureOf(
        (async () => {
          for await (const { n } of client.stream(count, { to: 9 })) seen.push(n);
        })(),
      );
      expect(seen).toEqual([0, 1]);
      expect(error).toMatchObject({ code: 'CONFLICT', details: { at: 2 } });
    });

    it('of events that the contract does not allow ends INTERNAL', async () => {
      const { client } = await open((dispatcher) =>
        dispatcher.register(count, async function* () {
          yield { n: await Promise.resolve('one' as unknown as number) };
          return { counted: 1 };
        }),
      );
      await expect(client.stream(count, { to: 1 }).next()).rejects.toMatchObject({ code: 'INTERNAL' });
    });

    it('with an event too large to carry ends PAYLOAD_TOO_LARGE, and the handler too', async () => {
      const huge = 'x'.repeat(1_100_000);
      const { client, dispatcher } = await open((served) =>
        served.register(tokens, async function* () {
          yield { text: await Promise.resolve(huge) };
          return {};
        }),
      );
      await expect(client.stream(tokens, {}).next()).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
      await until(() => dispatcher.inFlight === 0, { what: 'the handler to end' });
    });
  });
}
