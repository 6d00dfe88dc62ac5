import { describe, expect, it } from '@jest/globals';
import { asked, EXPAND, found, ruled, SEARCHES } from '../../test/agent.js';

const query = 'Who keeps the lamp at Gull Point?';
const empty = (name: string, words = query) => found(words, { tool: name, objects: 0, score: null });

describe('an empty result', () => {
  it('is looked for with each of the other searches', () => {
    const one = ruled(asked({ query, findings: [empty('hybrid-search')] }));
    expect(one).toMatchObject({ rule: 'empty-result', tool: 'fast_vector_search', inputs: { query } });
    const two = ruled(asked({ query, findings: [empty('hybrid-search'), empty('fast_vector_search')] }));
    expect(two).toMatchObject({ rule: 'empty-result', tool: 'keyword-search', inputs: { query } });
  });

  it('counts as tried under any name and with any limit', () => {
    const widely = { ...empty('vector-search'), inputs: { query: query.toUpperCase(), limit: 3 } };
    const decision = ruled(asked({ query, findings: [empty('hybrid-search'), widely] }));
    expect(decision.tool).toBe('keyword-search');
  });

  it('is then looked for with the names of the question alone', () => {
    const findings = SEARCHES.map(({ name }) => empty(name));
    expect(ruled(asked({ query, findings }))).toMatchObject({
      rule: 'broader-terms',
      tool: 'hybrid-search',
      inputs: { query: 'Gull Point' },
    });
  });

  it('is then looked for with the last of its content words, where nothing is named', () => {
    const vague = 'How deep is the inner harbour?';
    const findings = SEARCHES.map(({ name }) => empty(name, vague));
    expect(ruled(asked({ query: vague, findings })).inputs.query).toBe('inner harbour');
  });

  it('is not looked for again with a tool that has failed twice', () => {
    const errors = ['a', 'b'].map((message) => ({ tool: 'vector-search', inputs: { query: message }, message }));
    const decision = ruled(asked({ query, findings: [empty('hybrid-search')], errors }));
    expect(decision.tool).toBe('keyword-search');
  });
});

describe('a result of low confidence', () => {
  const weak = found(query, { score: 0.4 });

  it('is read on from its best passage', () => {
    expect(ruled(asked({ query, tools: [...SEARCHES, EXPAND], findings: [weak] }))).toMatchObject({
      rule: 'expand-best',
      tool: 'expand',
      inputs: { chunkId: 'd1:0', collection: 'coast' },
    });
  });

  it('is rephrased where nothing can be expanded', () => {
    expect(ruled(asked({ query, findings: [weak] }))).toMatchObject({
      rule: 'rephrase',
      inputs: { query: 'keeps lamp Gull Point' },
    });
  });

  it('is rephrased after it was expanded', () => {
    const { best: _, ...expanded } = found('', { tool: 'expand', score: null });
    const inputs = { chunkId: 'd1:0', collection: 'coast', to: 'section' };
    const decision = ruled(asked({ query, tools: [...SEARCHES, EXPAND], findings: [weak, { ...expanded, inputs }] }));
    expect(decision.rule).toBe('rephrase');
  });

  it('is answered from when both were tried', () => {
    const findings = [weak, found('keeps lamp Gull Point', { score: 0.35 })];
    expect(ruled(asked({ query, findings }))).toMatchObject({
      rule: 'enough-found',
      should_end: true,
      impossible: false,
    });
  });

  it('is refused when both were tried and nothing is worth reading', () => {
    const findings = [found(query, { score: 0.1 }), found('keeps lamp Gull Point', { score: 0.2 })];
    expect(ruled(asked({ query, findings }))).toMatchObject({ rule: 'no-progress', impossible: true });
  });
});
