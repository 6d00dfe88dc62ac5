import { judgedConfidence, type Answer, type SynthesizeResponse } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { agentOver, decisions, run } from '../../test/agent.js';
import { ask, pipelineOver, verdict, type Arms } from '../../test/query-pipeline.js';
import { AnswerObserver } from '../recording/answer.observer.js';

/** Of a text that reads well, and of which one sentence failed. */
const SURE = verdict({
  confidence: 0.7,
  recommendation: 'reject',
  issues: [{ type: 'support', severity: 'error', message: 'A claim is not supported.' }],
});
const REFUSED: SynthesizeResponse = { text: '', citations: [], sentences: [], mode: 'generated' };
const UNCITED: SynthesizeResponse = {
  text: 'Mara keeps it.',
  citations: [],
  sentences: [{ start: 0, end: 14, markers: [] }],
  mode: 'generated',
};

async function answerOver(arms: Arms, asked: Parameters<typeof ask>[1] = {}): Promise<Answer> {
  return (await ask((await pipelineOver(arms)).pipeline, asked)).answer;
}

describe('the confidence of a declined answer', () => {
  it.each<[string, Arms, number | null]>([
    ['one of its sentences failed', { judge: () => SURE }, 0.7],
    ['it is below the threshold', { judge: () => verdict({ confidence: 0.39, recommendation: 'reject' }) }, 0.39],
    ['a language model found no answer', { write: () => REFUSED, judge: () => SURE }, 0.7],
    ['what a language model wrote has no source', { write: () => UNCITED, judge: () => verdict() }, 0.95],
    ['nothing was found', { find: () => [] }, 0],
  ])('is 0 where %s, and that of the text stays where it was judged', async (_, arms, judged) => {
    const answer = await answerOver(arms);
    expect(answer).toMatchObject({ status: 'declined', confidence: 0 });
    expect(judgedConfidence(answer)).toBe(judged);
    expect(answer.validation?.confidence ?? 0).toBe(judged);
  });

  it('is 0 where an agent refuses after it had a text written', async () => {
    const search = { tool: 'hybrid_search', inputs: { query: 'lamp' } };
    const { agent } = await agentOver({
      judge: () => SURE,
      next: decisions(search, { tool: 'text_response' }, { tool: 'text_response', impossible: true }),
    });
    const { outcome } = await run(agent);
    expect(outcome.answer).toMatchObject({ status: 'declined', confidence: 0, validation: { confidence: 0.7 } });
  });

  it('is 0 of the general question, too', async () => {
    const general = 'When may boats land?';
    const answer = await answerOver(
      { general: () => general, judge: ({ query }) => (query === general ? SURE : verdict()) },
      { mode: 'deep' },
    );
    expect(answer.stepBack).toMatchObject({ status: 'declined', confidence: 0 });
    expect(answer).toMatchObject({ status: 'answered', confidence: 0.95 });
  });

  it('is unknown where nothing was to be checked', async () => {
    const answer = await answerOver({ find: () => [] }, { validate: false });
    expect(answer).toMatchObject({ status: 'declined', confidence: null });
    expect(judgedConfidence(answer)).toBeNull();
  });

  it('is that of its text in the metrics, which show how near declined texts come', async () => {
    const registry = new Registry();
    new AnswerObserver(registry).concluded('query', await answerOver({ judge: () => SURE }));
    expect(await registry.getSingleMetricAsString('arbiter_answer_confidence')).toMatch(
      /_sum\{status="declined"\} 0\.7$/m,
    );
  });
});
