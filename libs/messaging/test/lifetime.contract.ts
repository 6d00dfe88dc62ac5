import { describe, expect, it } from '@jest/globals';
import type { ErrorCode } from '@arbiter/contracts';
import { until } from '@arbiter/testing';
import { type ParentCall, traceIdOf } from '../src/index.js';
import { describeCall, echo, store } from './contract.operations.js';
import { abortOf, failureOf, never, type OpenServed } from './rig.js';

/** How long calls live and what they bring along: deadlines, cancellation, bounds, propagation, shutdown. */
export function describeLifetimes(open: OpenServed): void {
  describe('a deadline', () => {
    it('that has passed keeps the handler from starting', async () => {
      let handled = 0;
      const { client } = await open((dispatcher) =>
        dispatcher.register(echo, () => {
          handled += 1;
          return Promise.resolve({ text: '' });
        }),
      );
      const error = await failureOf(client.request(echo, { text: 'a' }, { deadlineMs: -1 }));
      expect(error.code).toBe('DEADLINE_EXCEEDED');
      expect(handled).toBe(0);
    });

    it('ends the caller’s wait and tells the handler, even one that does not listen', async () => {
      const told: Promise<ErrorCode>[] = [];
      const { client, dispatcher } = await open((served) =>
        served.register(echo, (_, context) => {
          told.push(abortOf(context));
          return never();
        }),
      );
      const error = await failureOf(client.request(echo, { text: 'a' }, { deadlineMs: 1_000 }));
      expect(error.code).toBe('DEADLINE_EXCEEDED');
      // Over a broker the caller's own clock may strike first, and its going away is what the callee hears.
      expect(['DEADLINE_EXCEEDED', 'CANCELLED']).toContain(await told[0]);
      expect(dispatcher.inFlight).toBe(1);
    });
  });

  describe('a caller that goes away', () => {
    it('gets its own reason at once, and its callee is told', async () => {
      const told: Promise<ErrorCode>[] = [];
      const { client } = await open((dispatcher) =>
        dispatcher.register(echo, (_, context) => {
          told.push(abortOf(context));
          return never();
        }),
      );
      const going = new AbortController();
      const failure = failureOf(client.request(echo, { text: 'a' }, { signal: going.signal }));
      await until(() => told.length === 1, { what: 'the handler to start' });
      going.abort();
      expect((await failure).code).toBe('CANCELLED');
      await expect(told[0]).resolves.toBe('CANCELLED');
    });

    it('by closing its client fails what still runs', async () => {
      let started = false;
      const { client } = await open((dispatcher) =>
        dispatcher.register(echo, () => {
          started = true;
          return never();
        }),
      );
      const failure = failureOf(client.request(echo, { text: 'a' }));
      await until(() => started);
      await client.close();
      expect((await failure).code).toBe('CANCELLED');
      await expect(client.request(echo, { text: 'a' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });
  });

  describe('a crowd', () => {
    it('past the bound is OVERLOADED, and served again once a slot is free', async () => {
      const finish: (() => void)[] = [];
      const { client } = await open(
        (dispatcher) =>
          dispatcher.register(store, async ({ text }) => {
            await new Promise<void>((resolve) => finish.push(resolve));
            return { text };
          }),
        { concurrency: { running: 2, waiting: 1 } },
      );
      const running = [1, 2].map((i) => client.request(store, { text: `runs ${i}` }));
      await until(() => finish.length === 2, { what: 'both slots to be taken' });
      const late = [3, 4].map((i) => client.request(store, { text: `late ${i}` }));
      const refused = await Promise.race(late.map((call) => failureOf(call)));
      expect(refused.code).toBe('OVERLOADED');

      finish[0]?.();
      await until(() => finish.length === 3, { what: 'the one who waited' });
      for (const go of finish) go();
      await expect(Promise.all(running)).resolves.toHaveLength(2);
      await expect(Promise.any(late)).resolves.toMatchObject({ text: expect.stringContaining('late') });
    });

    it('keeps a slot until the handler really ends, however long its caller is gone', async () => {
      let finish: (() => void) | undefined;
      const { client } = await open(
        (dispatcher) =>
          dispatcher.register(store, async ({ text }) => {
            if (text === 'deaf') await new Promise<void>((resolve) => (finish = resolve));
            return { text };
          }),
        { concurrency: { running: 1, waiting: 0 } },
      );
      await expect(client.request(store, { text: 'deaf' }, { deadlineMs: 50 })).rejects.toMatchObject({
        code: 'DEADLINE_EXCEEDED',
      });
      await expect(client.request(store, { text: 'b' })).rejects.toMatchObject({ code: 'OVERLOADED' });
      finish?.();
      await until(() => client.request(store, { text: 'c' }).catch(() => null), { what: 'the slot' });
    });
  });

  describe('a call made on behalf of another', () => {
    it('carries request id, trace, principal and deadline over, with a span of its own', async () => {
      const parent: ParentCall = {
        requestId: 'request-1',
        traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
        deadline: Date.now() + 5_000,
        principal: { name: 'Zoë\n“admin”', role: 'reader' as const, tenant: 'acme', groups: ['Éclair', 'crew'] },
        signal: new AbortController().signal,
      };
      const { client } = await open((dispatcher) =>
        dispatcher.register(describeCall, (_, { requestId, traceparent, deadline, principal }) =>
          Promise.resolve({ requestId, traceparent, deadline, principal }),
        ),
      );
      const seen = await client.request(describeCall, {}, { parent });
      expect(seen).toMatchObject({
        requestId: 'request-1',
        principal: { name: 'Zoë\n“admin”', role: 'reader' as const, tenant: 'acme', groups: ['Éclair', 'crew'] },
        deadline: parent.deadline,
      });
      expect(traceIdOf(seen.traceparent)).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
      expect(seen.traceparent).not.toBe(parent.traceparent);
    });

    it('has a deadline of its own when that is nearer', async () => {
      const { client } = await open((dispatcher) =>
        dispatcher.register(describeCall, (_, { requestId, traceparent, deadline, principal }) =>
          Promise.resolve({ requestId, traceparent, deadline, principal }),
        ),
      );
      const far = { deadline: Date.now() + 3_600_000 } as ParentCall;
      const seen = await client.request(describeCall, {}, { parent: far });
      expect(seen.deadline).toBeLessThan(far.deadline);
      expect(seen.requestId).toMatch(/^[0-9a-f]{32}$/);
    });

    it('ends when that one ends', async () => {
      const told: Promise<ErrorCode>[] = [];
      const rig = await open((dispatcher) => {
        dispatcher.register(describeCall, (_, context) => {
          told.push(abortOf(context));
          return never();
        });
        dispatcher.register(echo, async (_, context) => {
          await rig.client.request(describeCall, {}, { parent: context });
          return { text: 'not reached' };
        });
      });
      const going = new AbortController();
      const failure = failureOf(rig.client.request(echo, { text: 'a' }, { signal: going.signal }));
      await until(() => told.length === 1, { what: 'the inner call' });
      going.abort();
      expect((await failure).code).toBe('CANCELLED');
      await expect(told[0]).resolves.toBe('CANCELLED');
    });
  });

  describe('a shutdown', () => {
    it('lets running calls finish and refuses new ones', async () => {
      let finish: (() => void) | undefined;
      const { client, dispatcher, transport } = await open((served) => {
        served.register(store, async ({ text }) => {
          await new Promise<void>((resolve) => (finish = resolve));
          return { text };
        });
      });
      const running = client.request(store, { text: 'finishes' });
      await until(() => finish !== undefined, { what: 'the handler to start' });

      await transport.stopAccepting();
      expect(transport.health().healthy).toBe(false);
      await expect(client.request(store, { text: 'too late' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      const drained = dispatcher.drain(10_000);
      finish?.();
      await expect(drained).resolves.toBe(0);
      await transport.close();
      await expect(running).resolves.toEqual({ text: 'finishes' });
    });

    it('cuts short, after the grace, what does not finish', async () => {
      let started = false;
      const { client, dispatcher, transport } = await open((served) =>
        served.register(store, () => {
          started = true;
          return never();
        }),
      );
      const failure = failureOf(client.request(store, { text: 'a' }));
      await until(() => started, { what: 'the handler to start' });
      await transport.stopAccepting();
      await expect(dispatcher.drain(20)).resolves.toBe(1);
      await transport.close();
      expect((await failure).code).toBe('UNAVAILABLE');
    });
  });
}
