import { Experiment, type AnswerEvent } from '@arbiter/contracts';
import {
  answerEventOf,
  answerRecordOf,
  InMemoryAnswerEventLog,
  InMemoryAnswerRecordStore,
  ManualClock,
} from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { ask, contextOf, pipelineOver, type Arms } from '../../test/query-pipeline.js';
import { recordedOver } from '../../test/recorded.js';
import { assignVariant, unitOf } from './assign-variant.js';
import { ExperimentsService } from './experiments.service.js';
import { readExperiment } from './read-experiment.js';

const live = new AbortController().signal;
const asker = { signal: live, principal: null };
const EXPERIMENT = Experiment.parse({
  name: 'fusion-1',
  variants: [
    { name: 'control', share: 0.5 },
    { name: 'rrf', share: 0.5, overrides: { fusion: 'rrf', vectorWeight: 0.4, rerank: false } },
  ],
});
const recording = { version: '0.0.1', prices: null, experiment: EXPERIMENT };

/** A session of a variant. */
function sessionIn(variant: string): string {
  const ids = Array.from({ length: 100 }, (_, index) => `s-${index}`);
  const found = ids.find(
    (sessionId) => assignVariant(EXPERIMENT, { sessionId, principal: null })?.assigned.variant === variant,
  );
  if (found === undefined) throw new Error(`no session is in ${variant}`);
  return found;
}

async function eventsOf(log: InMemoryAnswerEventLog): Promise<AnswerEvent[]> {
  const events: AnswerEvent[] = [];
  for await (const event of log.read(live)) events.push(event);
  return events;
}

const stage = (arms: Arms = {}) => pipelineOver({ recording, ...arms });

describe('an answer in an experiment', () => {
  it('is searched for with the settings of its variant, which its record names', async () => {
    const { pipeline, searches, answers, events } = await stage();
    const sessionId = sessionIn('rrf');
    const { answer } = await ask(pipeline, { sessionId });
    expect(searches[0]).toMatchObject({ fusion: 'rrf', vector_weight: 0.4, rerank: false });
    const assigned = { experiment: 'fusion-1', variant: 'rrf' };
    expect(await answers.get(answer.id, live)).toMatchObject({ assigned });
    expect(await answers.list({ limit: 1 }, live)).toMatchObject([{ assigned }]);
    const unit = unitOf('fusion-1', { sessionId, principal: null });
    const { id: answerId, createdAt: at } = answer;
    expect(await eventsOf(events)).toEqual([{ kind: 'given', answerId, assigned, unit, at, status: 'answered' }]);
  });

  it('keeps what a search says itself', async () => {
    const { pipeline, searches } = await stage({ find: () => [] });
    await ask(pipeline, { sessionId: sessionIn('rrf') });
    const methods = new Set(searches.map(({ method }) => method));
    expect(methods).toEqual(new Set(['hybrid']));
    expect(searches.every(({ fusion }) => fusion === 'rrf' || fusion === 'z-score')).toBe(true);
  });

  it('changes nothing under control, outside of a session, or where answers are not kept', async () => {
    const control = await stage();
    await ask(control.pipeline, { sessionId: sessionIn('control') });
    await ask(control.pipeline);
    const unkept = await stage({ keepsAnswers: false });
    await ask(unkept.pipeline, { sessionId: sessionIn('rrf') });
    for (const request of [...control.searches, ...unkept.searches]) {
      expect(request).not.toHaveProperty('vector_weight');
      expect(request).not.toHaveProperty('fusion');
    }
    expect((await eventsOf(control.events)).map(({ assigned }) => assigned?.variant)).toEqual(['control']);
    expect(await eventsOf(unkept.events)).toEqual([]);
  });

  it('is replayed from its record as it was, whatever is configured then', async () => {
    const { pipeline, service } = await recordedOver({ recording });
    const { answer } = await ask(pipeline, { sessionId: sessionIn('rrf') });
    expect(await service.replay(answer.id, false, contextOf())).toMatchObject({
      verdict: 'same',
      missing: [],
      unused: 0,
    });
  });

  it('is made without the experiment when it is replayed live, because nobody asked', async () => {
    const { pipeline, service, events, searches } = await recordedOver({ recording });
    const { answer } = await ask(pipeline, { sessionId: sessionIn('rrf') });
    const before = searches.length;
    const principals = Array.from({ length: 8 }, (_, index) => ({
      name: `key-${index}`,
      role: 'admin' as const,
      tenant: null,
      groups: null,
    }));
    for (const principal of principals) await service.replay(answer.id, true, { ...contextOf(), principal });
    expect(searches.length).toBeGreaterThan(before);
    expect(searches.slice(before).some((request) => 'vector_weight' in request)).toBe(false);
    expect(await eventsOf(events)).toHaveLength(1);
  });

  it('counts as retried when its session asks nearly the same again at once', async () => {
    const clock = new ManualClock();
    const { pipeline, events } = await stage({ clock });
    const sessionId = sessionIn('control');
    const { answer: first } = await ask(pipeline, { sessionId, query: 'Who keeps the lamp?' });
    const { answer: second } = await ask(pipeline, { sessionId, query: 'So who keeps the lamp?' });
    await ask(pipeline, { sessionId, query: 'When does the harbour close?' });
    clock.advance(11 * 60_000);
    await ask(pipeline, { sessionId, query: 'When does the harbour close?' });
    await ask(pipeline, { sessionId: sessionIn('rrf'), query: 'When does the harbour close?' });
    const retried = (await eventsOf(events)).filter(({ kind }) => kind === 'retried');
    expect(retried).toEqual([
      expect.objectContaining({
        answerId: first.id,
        retryId: second.id,
        editDistance: 3 / 22,
        assigned: { experiment: 'fusion-1', variant: 'control' },
      }),
    ]);
  });

  it('is logged when it failed', async () => {
    const { pipeline, events } = await stage({
      find: () => {
        throw new Error('broken');
      },
    });
    await expect(ask(pipeline, { sessionId: sessionIn('control') })).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(await eventsOf(events)).toMatchObject([{ kind: 'given', status: 'failed' }]);
  });
});

describe('ExperimentsService', () => {
  const assigned = { experiment: 'fusion-1', variant: 'rrf' };

  async function service(over: Partial<ConstructorParameters<typeof ExperimentsService>[0]> = {}) {
    const [answers, events] = [new InMemoryAnswerRecordStore(), new InMemoryAnswerEventLog()];
    await answers.save(answerRecordOf('answer_1', { sessionId: 's-1', assigned }), live);
    await answers.save(answerRecordOf('answer_2'), live);
    const ports = { answers, events, experiment: EXPERIMENT, clock: new ManualClock(), ...over };
    return { events, sut: new ExperimentsService(ports) };
  }

  it('logs a rating and a copy with the variant and the pseudonym of the session', async () => {
    const { sut, events } = await service();
    await sut.rate({ answerId: 'answer_1', rating: 'down', copied: true }, asker);
    await sut.rate({ answerId: 'answer_2', rating: 0.75 }, asker);
    const unit = unitOf('fusion-1', { sessionId: 's-1', principal: null });
    expect(await eventsOf(events)).toMatchObject([
      { kind: 'rated', answerId: 'answer_1', score: 0, assigned, unit },
      { kind: 'copied', answerId: 'answer_1', assigned, unit },
      { kind: 'rated', answerId: 'answer_2', score: 0.75, assigned: null, unit: null },
    ]);
    expect(JSON.stringify(await eventsOf(events))).not.toContain('s-1');
  });

  it.each([
    ['an answer that is not kept', { answerId: 'answer_9', rating: 'up' as const }, 'NOT_FOUND'],
    ['a request that says nothing', { answerId: 'answer_1' }, 'INVALID_REQUEST'],
  ])('refuses %s', async (_, request, code) => {
    const { sut, events } = await service();
    await expect(sut.rate(request, asker)).rejects.toMatchObject({ code });
    expect(await eventsOf(events)).toEqual([]);
  });

  it('says that answers are not kept', async () => {
    const { sut } = await service({ answers: null, events: null });
    await expect(sut.rate({ answerId: 'answer_1', rating: 'up' }, asker)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(sut.report({ windowMinutes: 60, alpha: 0.05 }, asker)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('reports the experiment that is configured, and another by its name', async () => {
    const { sut, events } = await service();
    const before = { assigned: { experiment: 'old', variant: 'a' }, at: '2025-12-01T00:00:00.000Z' };
    await events.append([answerEventOf('answer_0', before), answerEventOf('answer_1', { ...before, assigned })], live);
    const asked = { windowMinutes: 60, alpha: 0.05 };
    const report = await sut.report(asked, asker);
    expect(report).toMatchObject({ experiment: 'fusion-1', alpha: 0.05 });
    expect(report.variants.map(({ variant, units }) => [variant, units])).toEqual([
      ['control', 0],
      ['rrf', 1],
    ]);
    expect((await sut.report({ ...asked, experiment: 'old' }, asker)).variants).toMatchObject([{ variant: 'a' }]);
    await expect(sut.report({ ...asked, experiment: 'other' }, asker)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('reports nothing where there has never been an experiment', async () => {
    const { sut } = await service({ experiment: null });
    expect(await sut.report({ windowMinutes: 60, alpha: 0.05 }, asker)).toMatchObject({
      experiment: null,
      variants: [],
    });
  });
});

describe('AB_EXPERIMENT', () => {
  it('is JSON, or a file that is there', async () => {
    expect(await readExperiment(JSON.stringify(EXPERIMENT), '.')).toEqual(EXPERIMENT);
    expect(await readExperiment(undefined, '.')).toBeNull();
    await expect(readExperiment('nowhere.json', '.')).rejects.toThrow('AB_EXPERIMENT: there is no file');
  });

  it('names the place of what is wrong', async () => {
    const [control] = EXPERIMENT.variants;
    const broken = JSON.stringify({ name: 'x', variants: [control, { name: 'b', share: 2 }] });
    await expect(readExperiment(broken, '.')).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('no experiment at variants.1.share'),
    });
  });
});
