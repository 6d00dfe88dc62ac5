import { describe, expect, it } from '@jest/globals';
import { ArbiterError, type Passage } from '@arbiter/contracts';
import { createLogger } from '@arbiter/platform';
import type { AnswerabilityModel } from '@arbiter/ports';
import { FakeEmbedder, ScriptedAnswerabilityModel, SilentAnswerabilityModel } from '@arbiter/ports/testing';
import { Registry } from 'prom-client';
import { UNLIMITED, type TimeBudget } from '../../time-budget.js';
import { ExtractiveSynthesizer } from '../extractive-synthesizer.js';
import type { SynthesisTask } from '../synthesizer.js';
import { AnswerabilityReader } from './answerability-reader.js';
import { AnswerabilityObserver } from './answerability.observer.js';
import { EmbeddingReader } from './embedding-reader.js';

const TEXT =
  'The lamp of Gull Point is heavy and old. A crane lifted all 40 pounds of it in May. The stair has ninety steps.';
const LAMP: Passage = {
  chunkId: 'lamp:0',
  documentId: 'lamp',
  collection: 'c',
  text: TEXT,
  start: 100,
  end: 100 + TEXT.length,
  title: 'Gull Point',
  source: 'lamp.md',
  section: ['Gull Point', 'The lamp'],
  page: null,
  metadata: {},
  score: 0.9,
};
const SEARCH: SynthesisTask = { query: 'How heavy is the lamp of Gull Point?', passages: [LAMP], maxSentences: 1 };
const PLANNED: SynthesisTask = { ...SEARCH, queryType: 'simple_lookup' };
const BY_WORDS = 'The lamp of Gull Point is heavy and old. [1]';
const BY_READING = 'A crane lifted all 40 pounds of it in May. [1]';

class CountingEmbedder extends FakeEmbedder {
  texts = 0;

  override embed(...[texts, options]: Parameters<FakeEmbedder['embed']>): ReturnType<FakeEmbedder['embed']> {
    this.texts += texts.length;
    return super.embed(texts, options);
  }
}

function synthesizer(model: AnswerabilityModel, timeoutMs = 60_000) {
  const registry = new Registry();
  const logger = createLogger({ name: 'test', level: 'fatal', secrets: [], destination: process.stderr });
  const embedder = new CountingEmbedder();
  const observer = new AnswerabilityObserver({ logger, registry });
  const reader = new AnswerabilityReader({ model, timeoutMs, observer }, new EmbeddingReader(embedder));
  const sut = new ExtractiveSynthesizer(reader);
  const { signal } = new AbortController();
  return {
    embedder,
    answer: async (task: SynthesisTask, time: TimeBudget = UNLIMITED, within = signal) =>
      (await sut.synthesize(task, within, time)).text,
    failures: async () => (await registry.getMetricsAsJSON())[0]?.values,
  };
}

const preferring = (words: string) =>
  new ScriptedAnswerabilityModel((statement) => (statement.includes(words) ? 0.97 : 0.03));

describe('AnswerabilityReader', () => {
  it.each([
    ['a search', SEARCH],
    ['a planned question', PLANNED],
  ])('puts the sentence that answers %s before one that shares more of its words', async (_, task) => {
    expect(await synthesizer(preferring('pounds')).answer(task)).toBe(BY_READING);
    expect(await synthesizer(preferring('heavy')).answer(task)).toBe(BY_WORDS);
  });

  it('shows the model each sentence under its headings, after the words before it', async () => {
    const model = preferring('pounds');
    await synthesizer(model).answer(PLANNED);
    expect(model.asked).toContainEqual({
      question: SEARCH.query,
      statement: 'A crane lifted all 40 pounds of it in May.',
      heading: 'Gull Point. Gull Point > The lamp',
      before: 'The lamp of Gull Point is heavy and old. ',
    });
  });

  it('reads the sentences of a search instead of embedding them, and those of a planned question besides', async () => {
    const { answer, embedder } = synthesizer(preferring('pounds'));
    await answer(SEARCH);
    expect(embedder.texts).toBe(0);
    await answer(PLANNED);
    expect(embedder.texts).toBe(1 + 3);
  });

  it.each<[string, AnswerabilityModel, number]>([
    [
      'fails',
      new ScriptedAnswerabilityModel(() => {
        throw new ArbiterError('UNAVAILABLE', 'away');
      }),
      60_000,
    ],
    ['is too slow', new SilentAnswerabilityModel(), 20],
  ])('leaves the choice to the vectors where the model %s, and counts it', async (_, model, timeoutMs) => {
    const { answer, failures } = synthesizer(model, timeoutMs);
    expect(await answer(SEARCH)).toBe(BY_WORDS);
    expect(await answer(PLANNED)).toBe(BY_WORDS);
    expect(await failures()).toEqual([{ value: 2, labels: { code: 'UNAVAILABLE' } }]);
  });

  it('is not begun where the call has no time left', async () => {
    const model = preferring('pounds');
    const { answer, failures } = synthesizer(model);
    expect(await answer(PLANNED, { within: () => 0 })).toBe(BY_WORDS);
    expect(model.asked).toEqual([]);
    expect(await failures()).toMatchObject([{ value: 1 }]);
  });

  it('gives nothing to a sentence that the model cannot judge', async () => {
    const model = new ScriptedAnswerabilityModel((statement) => (statement.includes('pounds') ? null : 0.5));
    expect(await synthesizer(model).answer(SEARCH)).toBe(BY_WORDS);
  });

  it('throws the reason of its signal', async () => {
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(synthesizer(preferring('pounds')).answer(SEARCH, UNLIMITED, gone)).rejects.toThrow('gone');
  });
});
