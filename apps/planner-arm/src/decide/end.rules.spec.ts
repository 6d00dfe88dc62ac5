import { describe, expect, it } from '@jest/globals';
import { asked, completed, found, ruled, SEARCHES, tool } from '../../test/agent.js';

const query = 'Who keeps the lamp at Gull Point?';

describe('the end of a run', () => {
  it('is an answer as soon as enough was found', () => {
    const decision = ruled(asked({ query, findings: [found(query)], tools: [...SEARCHES, tool('text-response')] }));
    expect(decision).toMatchObject({
      rule: 'enough-found',
      tool: 'text-response',
      inputs: {},
      should_end: true,
      impossible: false,
    });
  });

  it('is a refusal once the answer from all of it could not be shown', () => {
    const tools = [...SEARCHES, tool('text-response')];
    const answered = completed({ tool: 'text_response', inputs: {} });
    const searched = completed({ tool: 'hybrid-search', inputs: { query } });
    const after = (...calls: (typeof answered)[]) =>
      ruled(asked({ query, findings: [found(query)], tools, completed: calls }));
    expect(after(searched, answered)).toMatchObject({ rule: 'answer-not-shown', impossible: true });
    expect(after(answered, searched)).toMatchObject({ rule: 'enough-found', impossible: false });
  });

  it('counts a result without a score as found', () => {
    expect(ruled(asked({ query, findings: [found(query, { score: null })] })).rule).toBe('enough-found');
  });

  it('names the side of a comparison for which nothing was found', () => {
    const decision = ruled(
      asked({
        query: 'Which is heavier, the Ninth Bell or the Ember Lens?',
        tools: [tool('hybrid-search')],
        findings: [
          found('How heavy is the Ninth Bell?'),
          found('How heavy is the Ember Lens?', { objects: 0, score: null }),
          found('Ember Lens', { objects: 0, score: null }),
        ],
      }),
    );
    expect(decision).toMatchObject({
      rule: 'enough-found',
      reasoning: expect.stringContaining('Ember Lens') as unknown,
    });
  });

  it('is a refusal that says what was tried, when nothing is left to try', () => {
    const calls = [
      ...SEARCHES.map(({ name }) => ({ tool: name, inputs: { query } })),
      { tool: 'hybrid-search', inputs: { query: 'Gull Point' } },
    ];
    const decision = ruled(
      asked({
        query,
        completed: calls.map(completed),
        unavailable: [{ name: 'text-response', reason: 'nothing has been found' }],
      }),
    );
    expect(decision).toMatchObject({
      rule: 'no-progress',
      tool: 'text-response',
      should_end: true,
      impossible: true,
      reasoning: expect.stringMatching(
        /^Cannot complete: .*"Who keeps the lamp at Gull Point\?", "Gull Point"/,
      ) as unknown,
    });
  });

  it('is a refusal under the published name when no search can run at all', () => {
    expect(ruled(asked({ query, tools: [tool('summarize', { type: 'object' })] }))).toMatchObject({
      rule: 'no-progress',
      tool: 'text_response',
      impossible: true,
      reasoning: 'Cannot complete: no search can run now.',
    });
  });

  it('comes with the last decision, as an answer where something was found', () => {
    const last = { iteration: 3, maxIterations: 3 };
    expect(ruled(asked({ query, ...last, findings: [found(query, { score: 0.4 })] }))).toMatchObject({
      rule: 'last-iteration',
      impossible: false,
      should_end: true,
    });
    expect(ruled(asked({ query, ...last }))).toMatchObject({ rule: 'last-iteration', impossible: true });
  });

  it.each(['conversational', 'out_of_scope'] as const)('comes at once for what is %s', (queryType) => {
    expect(ruled(asked({ query: 'Hello there', queryType }))).toMatchObject({
      rule: 'nothing-asked',
      should_end: true,
      impossible: true,
    });
  });
});
