import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { echo } from '../../test/contract.operations.js';
import { describeNats, echoing, NatsRig, VERSION } from '../../test/nats.rig.js';
import { OperationDispatcher } from '../dispatch/operation.dispatcher.js';

describeNats('NATS, for people and operators', () => {
  const rig = new NatsRig();

  it('lists the arm as a service with its operations', async () => {
    await rig.serve(echoing());
    const { connection } = await rig.link('an operator');
    const infos = await connection.services.client().info('arbiter-retriever');
    for await (const info of infos) {
      expect(info).toMatchObject({
        name: 'arbiter-retriever',
        version: VERSION,
        endpoints: [
          {
            name: 'contract-echo',
            subject: echo.subject,
            queue_group: 'retriever',
            metadata: { operation: echo.name, idempotent: 'true', deadline_ms: '10000' },
          },
        ],
      });
      return;
    }
    throw new TypeError('nobody answered');
  });

  it('answers a bare request, as typed at a terminal, and says what is wrong with a broken one', async () => {
    await rig.serve(echoing());
    const { connection } = await rig.link('a person');
    const answer = await connection.request(echo.subject, '{"text":"a"}', { timeout: 5_000 });
    expect(answer.json()).toEqual({ text: 'echo' });
    const refusal = await connection.request(echo.subject, '{"text":', { timeout: 5_000 });
    expect(refusal.json()).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(refusal.headers?.get('Nats-Service-Error-Code')).toBe('400');
  });

  it('sends a bare request nothing but the answer, however long that takes', async () => {
    const dispatcher = new OperationDispatcher();
    dispatcher.register(echo, async ({ text }) => {
      await sleep(100);
      return { text };
    });
    await rig.serve(dispatcher, 10);
    const { connection } = await rig.link('a person');
    const answer = await connection.request(echo.subject, '{"text":"slow"}', { timeout: 5_000 });
    expect(answer.json()).toEqual({ text: 'slow' });
  });
});
