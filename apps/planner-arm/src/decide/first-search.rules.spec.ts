import { describe, expect, it } from '@jest/globals';
import { asked, completed, found, ruled, SEARCHES, tool } from '../../test/agent.js';

describe('the first search', () => {
  it('is for the question as it stands, with the search that misses least', () => {
    expect(ruled(asked({ query: 'Who keeps the light?' }))).toEqual({
      tool: 'hybrid-search',
      inputs: { query: 'Who keeps the light?' },
      reasoning: expect.any(String) as unknown,
      should_end: false,
      impossible: false,
      by: 'rules',
      rule: 'search',
    });
  });

  it('is made with the published name where the tool goes by it', () => {
    const decision = ruled(asked({ query: 'Who keeps the light?', tools: [tool('fast_vector_search')] }));
    expect(decision.tool).toBe('fast_vector_search');
  });

  it('asks for many passages for a list, as many as the schema allows', () => {
    const decision = ruled(asked({ query: 'List every tavern in the lower town.' }));
    expect(decision).toMatchObject({ rule: 'search-widely', tool: 'hybrid-search', inputs: { limit: 20 } });
  });

  it('leaves the limit out where a tool has none', () => {
    const tools = [tool('hybrid-search', { type: 'object', properties: { query: {} } })];
    expect(ruled(asked({ query: 'How do I moor a boat?', tools })).inputs).toEqual({
      query: 'How do I moor a boat?',
    });
  });

  it('is made once for each side of a comparison, before anything else is tried for the first', () => {
    const query = 'Which is heavier, the Ninth Bell or the Ember Lens?';
    const first = ruled(asked({ query }));
    expect(first).toMatchObject({ rule: 'search-each-side', inputs: { query: 'How heavy is the Ninth Bell?' } });
    const second = ruled(
      asked({
        query,
        findings: [found('How heavy is the Ninth Bell?', { objects: 0, score: null })],
        completed: [completed(first)],
        iteration: 2,
      }),
    );
    expect(second).toMatchObject({ rule: 'search-each-side', inputs: { query: 'How heavy is the Ember Lens?' } });
  });

  describe('of a question with two hops', () => {
    const query = 'Who taught the man who built the lighthouse?';
    const bridge = 'the man who built the lighthouse';

    it('finds out first who is described', () => {
      expect(ruled(asked({ query }))).toMatchObject({ rule: 'bridge-first', inputs: { query: bridge } });
    });

    it('then asks the whole with his name', () => {
      const findings = [found(bridge, { names: ['Mara Fell'], titles: ['The lighthouse'] })];
      expect(ruled(asked({ query, findings }))).toMatchObject({
        rule: 'follow-bridge',
        inputs: { query: 'Who taught Mara Fell?' },
      });
    });

    it('takes the title of what was found where the tool tells no name', () => {
      const findings = [found(bridge, { titles: ['Jory Teal'] })];
      expect(ruled(asked({ query, findings })).inputs.query).toBe('Who taught Jory Teal?');
    });

    it('does not put a title that says the same in the place of the description', () => {
      const findings = [found(bridge, { titles: ['The lighthouse'] })];
      expect(ruled(asked({ query, findings })).inputs.query).toBe(query);
    });

    it('asks the whole as it stands where nobody was found', () => {
      const empty = SEARCHES.map(({ name }) => found(bridge, { tool: name, objects: 0, score: null }));
      const broader = found('built lighthouse', { objects: 0, score: null });
      expect(ruled(asked({ query, findings: [...empty, broader] }))).toMatchObject({
        rule: 'follow-bridge',
        inputs: { query },
      });
    });
  });

  it('keeps to the plan that it is given', () => {
    const decision = ruled(
      asked({
        query: 'Who keeps the light?',
        plan: {
          originalQuery: 'Who keeps the light?',
          queryType: 'simple_lookup',
          subQueries: [
            { id: 'a', query: 'keeper of the light', suggestedTool: 'keyword-search', dependencies: [], priority: 1 },
          ],
          executionPlan: { strategy: 'sequential', batches: [['a']] },
          synthesisRequired: false,
        },
      }),
    );
    expect(decision).toMatchObject({ tool: 'keyword-search', inputs: { query: 'keeper of the light' } });
  });
});
