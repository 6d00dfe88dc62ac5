import { answerEventOf, costEntryOf, feedbackOf, messageOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { unavailable, useBroker } from '../../test/use-buckets.js';
import { type StreamFormats, settleStreamFormat } from '../jetstream-format.js';
import { jetStreamAnswerStores } from './jetstream-answer-stores.js';
import { JetStreamDeletionCursor } from './jetstream-deletion-cursor.js';

const live = new AbortController().signal;
const suite = unavailable === null ? describe : describe.skip;

suite('what orchestrators share of answers, on a real nats-server', () => {
  const broker = useBroker();

  it('is seen by each of them in the same order, and lost by none when both write at once', async () => {
    const prefix = broker().newBucket();
    const [a, b] = await Promise.all(
      [1, 2].map(async () => jetStreamAnswerStores(await broker().connect(), { prefix })),
    );
    const names = Array.from({ length: 20 }, (_, index) => `answer_${index}`);
    await Promise.all(
      names.flatMap((name, index) => {
        const one = index % 2 === 0 ? a! : b!;
        return [
          one.events.append([answerEventOf(name)], live),
          one.feedback.append(feedbackOf(name), live),
          one.costs.append(costEntryOf(name, {}), live),
        ];
      }),
    );
    const seen = async (of: typeof a) => ({
      events: await collected(of!.events.read(live)),
      feedback: await of!.feedback.ofDomain('lore', 100, live),
      costs: await collected(of!.costs.between({}, live)),
    });
    const [first, second] = [await seen(a), await seen(b)];
    expect(first).toEqual(second);
    expect(first.events.map(({ answerId }) => answerId).sort()).toEqual(names.toSorted());
    expect(first.feedback).toHaveLength(names.length);
    expect(first.costs).toHaveLength(names.length);
  });

  it('keeps in its place what is written anew, and apart what a key would divide', async () => {
    const prefix = broker().newBucket();
    const { sessions, costs, events, feedback } = jetStreamAnswerStores(await broker().connect(), { prefix });
    await sessions.append('s-1', [messageOf('a', { metadata: { documents: ['harbour'] } })], live);
    await sessions.append('s-1', [messageOf('b')], live);
    expect(await sessions.redact({ documents: ['harbour'], at: '2026-02-01T00:00:00.000Z', jobId: null }, live)).toBe(
      1,
    );
    expect((await sessions.recent('s-1', 9, live))?.map(({ content }) => content)).toEqual(['', 'b']);
    for (const id of ['a', 'b']) await costs.append(costEntryOf(id, { sessionId: `s-${id}` }), live);
    expect(await costs.forgetSession('s-a', live)).toBe(1);
    expect((await collected(costs.between({}, live))).map(({ sessionId }) => sessionId)).toEqual([null, 's-b']);
    await events.append([answerEventOf('a'), answerEventOf('b')], live);
    await events.append([answerEventOf('c')], live);
    expect(await events.deleteWhere(({ answerId }) => answerId === 'a', live)).toBe(1);
    expect((await collected(events.read(live))).map(({ answerId }) => answerId)).toEqual(['b', 'c']);
    for (const domain of ['a', 'a.b', null]) await feedback.append(feedbackOf(`${domain}`, { domain }), live);
    for (const domain of ['a', 'a.b'])
      expect((await feedback.ofDomain(domain, 9, live)).map(({ claim }) => claim)).toEqual([domain]);
  });

  it('follows deletions from where another has ended', async () => {
    const bucket = broker().newBucket();
    const [a, b] = [
      new JetStreamDeletionCursor(await broker().connect(), {}, bucket),
      new JetStreamDeletionCursor(await broker().connect(), {}, bucket),
    ];
    expect(await a.read(live)).toBeNull();
    await a.write('17', live);
    expect(await b.read(live)).toBe('17');
    await b.write('18', live);
    expect(await a.read(live)).toBe('18');
    await expect(a.write('19', AbortSignal.abort())).rejects.toThrow();
    expect(await b.read(live)).toBe('18');
  });
});

suite('the format of what lies on a broker', () => {
  const broker = useBroker();
  const ran: number[] = [];
  const step = (from: number) => ({ from, needs: `0.${from + 1}.0`, run: () => Promise.resolve(void ran.push(from)) });
  const formats = (version: number): StreamFormats => ({
    version,
    steps: Array.from({ length: version - 1 }, (_, index) => step(index + 1)),
  });

  it('is stated once, raised step by step, and refused when it is newer', async () => {
    const [connection, bucket] = [await broker().connect(), broker().newBucket()];
    const settle = (version: number) => settleStreamFormat(connection, live, { bucket, formats: formats(version) });
    await settle(1);
    await settle(1);
    expect(ran).toEqual([]);
    await Promise.all([settle(3), settle(3)]);
    expect([...new Set(ran)]).toEqual([1, 2]);
    await settle(3);
    await expect(settle(2)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('update Arbiter to 0.3.0 or later'),
    });
  });

  it('is closed to older ones while a step is not done, which runs again', async () => {
    const [connection, bucket] = [await broker().connect(), broker().newBucket()];
    const failing: StreamFormats = { version: 2, steps: [{ ...step(1), run: () => Promise.reject(new Error('cut')) }] };
    await settleStreamFormat(connection, live, { bucket, formats: formats(1) });
    await expect(settleStreamFormat(connection, live, { bucket, formats: failing })).rejects.toThrow('cut');
    await expect(settleStreamFormat(connection, live, { bucket, formats: formats(1) })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    ran.length = 0;
    await settleStreamFormat(connection, live, { bucket, formats: formats(2) });
    expect(ran).toEqual([1]);
  });
});

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
