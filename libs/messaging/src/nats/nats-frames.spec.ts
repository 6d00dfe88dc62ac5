import { expect, it } from '@jest/globals';
import { headers, type Msg } from 'nats';
import { annotated, count, echo } from '../../test/contract.operations.js';
import { describeNats, echoing, NatsRig } from '../../test/nats.rig.js';
import type { Annotations } from '../call/annotations.js';
import { OperationDispatcher } from '../dispatch/operation.dispatcher.js';
import { NatsOperationClient } from './nats.operation-client.js';

describeNats('NATS, in headers and frames', () => {
  const rig = new NatsRig();

  it('sends annotations as headers of the output, and of nothing else', async () => {
    const dispatcher = new OperationDispatcher();
    dispatcher.register(annotated, ({ text }, { annotate }) => {
      annotate('mode', 'hybrid');
      return Promise.resolve({ text: text === 'huge' ? text.repeat(300_000) : text });
    });
    await rig.serve(dispatcher);
    const { connection } = await rig.link('a person');
    const answer = await connection.request(annotated.subject, '{"text":"a"}', { timeout: 5_000 });
    const headersOf = (message: Msg) => ['Arbiter-Frame', 'Arbiter-Mode'].map((name) => message.headers?.get(name));
    expect([headersOf(answer), answer.json()]).toEqual([['0 end', 'hybrid'], { text: 'a' }]);
    const tooLarge = await connection.request(annotated.subject, '{"text":"huge"}', { timeout: 5_000 });
    expect(headersOf(tooLarge)).toEqual(['0 error', '']);
  });

  it('takes of a reply’s headers only what the contract declares and a header could carry on', async () => {
    const raw = await rig.link('a callee of bad faith');
    raw.connection.subscribe(annotated.subject, {
      callback: (_, message) => {
        const frame = headers();
        frame.set('Arbiter-Frame', '0 end');
        frame.set('Arbiter-Mode', 'hybrid');
        frame.set('Arbiter-Timing', 'café');
        frame.set('Arbiter-Note', 'x'.repeat(1_025));
        frame.set('Arbiter-Owner', 'mallory');
        message.respond(Buffer.from('{"text":"a"}'), { headers: frame });
      },
    });
    await raw.flush();
    const client = new NatsOperationClient(await rig.link('caller'));
    const came = await new Promise<Annotations>((onAnnotations, fail) => {
      client.request(annotated, { text: 'a' }, { onAnnotations }).catch(fail);
    });
    expect(came).toEqual(new Map([['mode', 'hybrid']]));
  });

  it('fails a stream of which a frame was lost', async () => {
    const raw = await rig.link('a callee of bad faith');
    raw.connection.subscribe(count.subject, {
      callback: (_, message) => {
        for (const tag of ['0 event', '2 event']) {
          const frame = headers();
          frame.set('Arbiter-Frame', tag);
          message.respond(Buffer.from('{"n":0}'), { headers: frame });
        }
      },
    });
    await raw.flush();
    const stream = new NatsOperationClient(await rig.link('caller')).stream(count, { to: 2 });
    await expect(
      (async () => {
        for (;;) await stream.next();
      })(),
    ).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { reason: 'frames_lost', expected: 1, received: 2 } });
  });

  it('does not take an output without a number for the end of a stream that had events', async () => {
    const raw = await rig.link('a callee of bad faith');
    raw.connection.subscribe(count.subject, {
      callback: (_, message) => {
        const first = headers();
        first.set('Arbiter-Frame', '0 event');
        message.respond(Buffer.from('{"n":0}'), { headers: first });
        message.respond(Buffer.from('{"counted":1}'));
      },
    });
    await raw.flush();
    const stream = new NatsOperationClient(await rig.link('caller')).stream(count, { to: 2 });
    await expect(
      (async () => {
        for (;;) if ((await stream.next()).done) return;
      })(),
    ).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { reason: 'frames_lost', expected: 1, received: 0 } });
  });

  it('numbers an end only when events came before it', async () => {
    const dispatcher = echoing();
    dispatcher.register(count, async function* () {
      yield await Promise.resolve({ n: 0 });
      return { counted: 1 };
    });
    await rig.serve(dispatcher);
    const { connection } = await rig.link('a person');
    const accepting = headers();
    accepting.set('Arbiter-Accept', 'events');
    const tags = async (subject: string, payload: string, frames: number): Promise<(string | undefined)[]> => {
      const inbox = connection.subscribe('frames', { max: frames });
      connection.publish(subject, payload, { reply: 'frames', headers: accepting });
      const seen: (string | undefined)[] = [];
      for await (const frame of inbox) seen.push(frame.headers?.get('Arbiter-Frame'));
      return seen;
    };
    await expect(tags(echo.subject, '{"text":"a"}', 1)).resolves.toEqual([undefined]);
    await expect(tags(count.subject, '{"to":1}', 2)).resolves.toEqual(['0 event', '1 end']);
  });
});
