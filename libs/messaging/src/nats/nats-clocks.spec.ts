import { afterEach, expect, it } from '@jest/globals';
import { until } from '@arbiter/testing';
import { headers } from 'nats';
import { describeCall, echo } from '../../test/contract.operations.js';
import { describeNats, NatsRig, VERSION } from '../../test/nats.rig.js';
import { never } from '../../test/rig.js';
import { SYSTEM_RUNTIME } from '../call/messaging.runtime.js';
import { OperationDispatcher } from '../dispatch/operation.dispatcher.js';
import { NatsOperationClient } from './nats.operation-client.js';
import { NatsOperationTransport } from './nats-operation.transport.js';

const HOUR_MS = 3_600_000;

describeNats('NATS, between clocks that disagree', () => {
  const stops: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });
  const rig = new NatsRig();

  /** Serves with a clock that is off by so much. */
  async function serve(dispatcherOf: (runtime: typeof SYSTEM_RUNTIME) => OperationDispatcher, offMs: number) {
    const runtime = { ...SYSTEM_RUNTIME, now: () => Date.now() + offMs };
    const dispatcher = dispatcherOf(runtime);
    const transport = new NatsOperationTransport({ link: await rig.link('callee'), version: VERSION, runtime });
    await transport.start(dispatcher);
    stops.push(async () => {
      await dispatcher.drain(0);
      await transport.close();
    });
  }

  it.each([
    ['ahead', HOUR_MS],
    ['behind', -HOUR_MS],
  ])('gives a callee that is an hour %s as long as its caller has', async (_, offMs) => {
    await serve((runtime) => {
      const dispatcher = new OperationDispatcher({ runtime });
      dispatcher.register(describeCall, (__, { requestId, traceparent, deadline, principal }) =>
        Promise.resolve({ requestId, traceparent, deadline, principal }),
      );
      return dispatcher;
    }, offMs);
    const client = new NatsOperationClient(await rig.link('caller'));
    const { deadline } = await client.request(describeCall, {}, { deadlineMs: 5_000 });
    const left = deadline - (Date.now() + offMs);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(5_000);
  });

  it('ends a call at the callee when the time is over that its caller gave it, whatever its clock says', async () => {
    let reason: unknown = null;
    await serve((runtime) => {
      const dispatcher = new OperationDispatcher({ runtime });
      dispatcher.register(echo, (__, { signal }) => {
        signal.addEventListener('abort', () => {
          reason = signal.reason as unknown;
        });
        return never();
      });
      return dispatcher;
    }, -HOUR_MS);
    // A caller of bad faith, which never takes its call back.
    const { connection } = await rig.link('caller');
    const given = headers();
    given.set('Arbiter-Deadline', String(Date.now() + 200));
    given.set('Arbiter-Time-Left', '200');
    connection.publish(echo.subject, '{"text":"a"}', { headers: given, reply: 'nobody.waits' });
    await until(() => reason, { what: 'the end of the call at the callee' });
    expect(reason).toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  });
});
