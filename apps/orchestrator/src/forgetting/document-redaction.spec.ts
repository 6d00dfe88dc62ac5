import { ArbiterError, listDeletions } from '@arbiter/contracts';
import { InProcessBus, InProcessOperationClient, OperationDispatcher } from '@arbiter/messaging';
import type { DeletionCursor } from '@arbiter/ports';
import {
  answerRecordOf,
  deletionOf,
  feedbackOf,
  InMemoryAnswerRecordStore,
  InMemoryDeletionLog,
  InMemoryFeedbackStore,
  InMemoryInsightStore,
  InMemorySessionStore,
  keptInsightOf,
  ManualClock,
  messageOf,
} from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { DocumentRedaction, SETTLING_MS } from './document-redaction.js';

const live = new AbortController().signal;

class HeldCursor implements DeletionCursor {
  position: string | null = null;

  read(): Promise<string | null> {
    return Promise.resolve(this.position);
  }

  write(position: string): Promise<void> {
    this.position = position;
    return Promise.resolve();
  }
}

async function stage() {
  const [log, clock, cursor] = [new InMemoryDeletionLog(), new ManualClock(), new HeldCursor()];
  const [sessions, insights] = [new InMemorySessionStore(), new InMemoryInsightStore()];
  const [answers, feedback] = [new InMemoryAnswerRecordStore(), new InMemoryFeedbackStore()];
  /** Documents that are stored in spite of the log. */
  const stored = new Set<string>();
  const worker = { isAway: false };
  const bus = new InProcessBus();
  const dispatcher = new OperationDispatcher();
  dispatcher.register(listDeletions, async ({ after, limit }, { signal }) => {
    if (worker.isAway) throw new ArbiterError('UNAVAILABLE', 'The worker is away.');
    const found = await log.after(after ?? null, limit, signal);
    return { deletions: found.map((one) => ({ ...one, documents: one.documents.filter((id) => !stored.has(id)) })) };
  });
  await bus.start(dispatcher);
  const client = new InProcessOperationClient(bus);
  const failures: unknown[] = [];
  const ports = { client, cursor, sessions, insights, answers, feedback, clock };
  const settings = { everyMs: 10, onFailure: (error: unknown) => void failures.push(error) };
  const remember = async (document: string): Promise<void> => {
    const about = { documents: [document], shownDocuments: [document] };
    await sessions.append(`s-${document}`, [messageOf('Low.', { metadata: { documents: [document] } })], live);
    await insights.save(keptInsightOf(document, {}, { documents: [document] }), live);
    await answers.save(answerRecordOf(`answer_${document}`, about), live);
    await feedback.append(feedbackOf(document, { documents: [document] }), live);
  };
  const left = async (document: string) => ({
    message: (await sessions.recent(`s-${document}`, 1, live))?.[0]?.content,
    insights: (await insights.ofSession('s-1', live)).filter(({ insight }) => insight.id === document).length,
    answer: (await answers.get(`answer_${document}`, live))?.answer,
    feedback: (await feedback.ofDomain('lore', 9, live)).filter(({ claim }) => claim === document).length,
  });
  const at = (): string => new Date(clock.now()).toISOString();
  const delete_ = (document: string) => log.append(deletionOf(document, { at: at() }), live);
  const open = (): DocumentRedaction => new DocumentRedaction(ports, settings);
  return { sut: open(), open, delete_, remember, left, stored, worker, clock, cursor, failures, answers };
}

const NOTHING = { message: '', insights: 0, answer: '', feedback: 0 };
const EVERYTHING = { message: 'Low.', insights: 1, answer: 'Mara keeps the lamp. [1]', feedback: 1 };

describe('DocumentRedaction', () => {
  it('takes a deleted document out of everything that is kept, and leaves the others', async () => {
    const { sut, delete_, remember, left, answers, clock } = await stage();
    await remember('tide');
    await remember('light');
    await delete_('tide');
    await sut.catchUp();
    expect(await left('tide')).toEqual(NOTHING);
    expect(await left('light')).toEqual(EVERYTHING);
    const redacted = { at: new Date(clock.now()).toISOString(), jobId: 'job-1' };
    expect(await answers.get('answer_tide', live)).toMatchObject({ redacted });
  });

  it('leaves a document alone that is stored, and takes it out once it has gone', async () => {
    const { sut, delete_, remember, left, stored } = await stage();
    await remember('tide');
    stored.add('tide');
    await delete_('tide');
    await sut.catchUp();
    expect(await left('tide')).toEqual(EVERYTHING);
    stored.clear();
    await sut.catchUp();
    expect(await left('tide')).toEqual(NOTHING);
  });

  it('takes out what an answer that was on its way has kept after the deletion', async () => {
    const { sut, delete_, remember, left, clock, cursor } = await stage();
    await delete_('tide');
    await sut.catchUp();
    await remember('tide');
    await sut.catchUp();
    expect(await left('tide')).toEqual(EVERYTHING);
    expect(cursor.position).toBeNull();
    clock.advance(SETTLING_MS);
    await sut.catchUp();
    expect(await left('tide')).toEqual(NOTHING);
    expect(cursor.position).toBe('1');
  });

  it('goes on in the next process, past what has settled', async () => {
    const { sut, open, delete_, remember, left, clock } = await stage();
    await delete_('tide');
    clock.advance(SETTLING_MS);
    await sut.catchUp();
    // The document came back, was asked about, and is no deletion's affair any more.
    await remember('tide');
    await remember('light');
    await delete_('light');
    await open().catchUp();
    expect([await left('tide'), await left('light')]).toEqual([EVERYTHING, NOTHING]);
  });

  it('follows more deletions than one page holds', async () => {
    const { sut, delete_, remember, left } = await stage();
    await remember('d249');
    for (let index = 0; index < 250; index += 1) await delete_(`d${index}`);
    await sut.catchUp();
    expect(await left('d249')).toEqual(NOTHING);
  });

  it('says once that the worker is away, and goes on when it is back', async () => {
    const { sut, delete_, remember, left, worker, failures } = await stage();
    worker.isAway = true;
    await remember('tide');
    await delete_('tide');
    sut.start();
    while (failures.length === 0) await new Promise(setImmediate);
    worker.isAway = false;
    while ((await left('tide')).message !== '') await new Promise(setImmediate);
    await sut.stop();
    expect(failures).toMatchObject([{ code: 'UNAVAILABLE' }]);
  });
});
