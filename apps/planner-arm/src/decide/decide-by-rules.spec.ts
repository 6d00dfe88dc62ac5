import { describe, expect, it } from '@jest/globals';
import { Decision, decide } from '@arbiter/contracts';
import { asked, EXPAND, ruled, runAgent, SEARCHES, tool } from '../../test/agent.js';

const tools = [...SEARCHES, EXPAND, tool('text_response', { type: 'object', properties: {} })];
const QUESTIONS = [
  'Who keeps the lamp at Gull Point?',
  'Which is heavier, the Ninth Bell or the Ember Lens?',
  'Who taught the man who built the lighthouse?',
  'List every tavern in the lower town.',
  'How do I claim salvage?',
  'What is it? And where is it?',
  '灯台は誰が守っていますか',
  'the of and',
];

describe.each(QUESTIONS)('a run on %j, by rules alone,', (query) => {
  it.each([
    ['finds nothing', () => ({ objects: 0, bestScore: null })],
    ['finds only what is not surely relevant', () => ({ bestScore: 0.4 })],
    ['finds nothing worth reading', () => ({ bestScore: 0.05 })],
    ['fails whatever it calls', () => 'It failed.'],
  ])('ends by itself and never makes the same call twice, though it %s', (_, outcome) => {
    const decisions = runAgent(asked({ query, tools }), ruled, outcome);
    expect(decisions.at(-1)).toMatchObject({ tool: 'text_response', should_end: true });
    expect(decisions.at(-1)?.rule).not.toBe('last-iteration');
    const calls = decisions.map(({ tool: name, inputs }) => JSON.stringify([name, inputs]));
    expect(new Set(calls).size).toBe(calls.length);
    for (const decision of decisions) expect(decide.output.safeParse(decision)).toMatchObject({ success: true });
  });

  it('answers after one search for each part when each finds enough', () => {
    const decisions = runAgent(asked({ query, tools }), ruled, () => ({ bestScore: 0.9 }));
    expect(decisions.length).toBeLessThanOrEqual(3);
    expect(decisions.at(-1)).toMatchObject({ rule: 'enough-found', impossible: false });
  });
});

describe('a decision', () => {
  it('ends the run that may not go on', () => {
    const decisions = runAgent(
      asked({ query: QUESTIONS[0] ?? '', tools, maxIterations: 2 }),
      ruled,
      () => 'It failed.',
    );
    expect(decisions.map(({ rule }) => rule)).toEqual(['search', 'last-iteration']);
  });

  it('is what the contract says', () => {
    expect(Decision.safeParse(ruled(asked({ query: 'x' })))).toMatchObject({ success: true });
  });
});
