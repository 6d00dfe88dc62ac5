import { describe, expect, it } from '@jest/globals';
import type { JudgedAnswer } from '../answers/judge-answer.js';
import { readQuestions } from '../questions.js';
import { type GivenState, judgeState, type ListedEntity } from './judge-state.js';
import { summariseState } from './summarise-state.js';

const line = {
  ...{ id: 'q1', question: 'Where can we sleep?', type: 'status', answerable: true, answers: ['Gilded Eel'] },
  ...{ expectedEntities: ['The Gilded Eel', 'Sounding House'], unavailableEntities: ['Drowned Heron'], evidence: [] },
  cascade: true,
};
const [QUESTION] = readQuestions(JSON.stringify(line), 'questions.jsonl');
const known = [['The Gilded Eel', 'the Eel']];
const entity = (name: string, isAvailable = true): ListedEntity => ({ names: [name], isAvailable });
const answerOf = (verdict: JudgedAnswer['verdict']) => ({ verdict }) as JudgedAnswer;

const judge = (given: Partial<GivenState>) =>
  judgeState(QUESTION!, { entities: [], answer: answerOf('wrong'), answerText: '', ...given }, known, (sentence) =>
    sentence.includes('closed'),
  );

describe('judgeState', () => {
  it('counts as many of the first entities as are expected, under any name that the labels know', () => {
    const entities = [entity('Eel'), entity('Low Sedge'), entity('Sounding House')];
    expect(judge({ entities })).toMatchObject({ precision: 0.5, reciprocalRank: 1, isStale: false });
    expect(judge({ entities: [] })).toMatchObject({ precision: 0, reciprocalRank: 0 });
  });

  it.each<[string, Partial<GivenState>, boolean]>([
    ['listed as available', { entities: [entity('the Drowned Heron')] }, true],
    ['listed as unavailable', { entities: [entity('Drowned Heron', false)] }, false],
    [
      'listed after the fifth',
      { entities: [...Array.from('abcde', (name) => entity(name)), entity('Drowned Heron')] },
      false,
    ],
    ['named in the answer', { answerText: 'Sleep in the Drowned Heron.' }, true],
    ['named as closed', { answerText: 'The Drowned Heron is closed.' }, false],
  ])('is stale if something unavailable is %s: %#', (_how, given, isStale) => {
    expect(judge(given).isStale).toBe(isStale);
  });

  it('takes a cascade for right only if nothing stale is offered', () => {
    expect(judge({ answer: answerOf('correct') }).isCascadeRight).toBe(true);
    expect(judge({ entities: [entity('Gilded Eel')] }).isCascadeRight).toBe(true);
    expect(judge({ answer: answerOf('correct'), entities: [entity('Drowned Heron')] }).isCascadeRight).toBe(false);
    expect(judge({}).isCascadeRight).toBe(false);
  });
});

describe('summariseState', () => {
  it('takes means over the questions that can be judged, and by type', () => {
    const judged = [judge({ entities: [entity('Eel')] }), judge({ entities: [entity('Drowned Heron')] })];
    const { metrics, n } = summariseState(judged, () => 0.5);
    expect([n, metrics['precision@5'], metrics.mrr, metrics.staleRate]).toEqual([2, 0.5, 0.5, 0.5]);
    expect(metrics.byType.status).toMatchObject({ n: 2, staleRate: 0.5 });
  });
});
