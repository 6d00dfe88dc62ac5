import { describe, expect, it } from '@jest/globals';
import { asked, completed, EXPAND, found, ruled, SEARCHES, tool } from '../../test/agent.js';

const QUERY = 'Who keeps the light?';
const PREVIEW = tool('preview_entities');
const EXPAND_ENTITIES = tool('expand_entities', { type: 'object', properties: { ids: { type: 'array' } } });
const ANSWER = tool('text_response', { type: 'object', properties: {} });
const tools = [...SEARCHES, EXPAND, PREVIEW, EXPAND_ENTITIES, ANSWER];
const search = (query: string, score: number | null) => found(query, { score });

/** Every search that the rules know for a weak passage has been made. */
const WEAK = [
  search(QUERY, 0.2),
  search('keeps light', 0.2),
  found('', { tool: 'expand', inputs: { chunkId: 'd1:0', collection: 'coast' }, score: 0.2 }),
];
const previewed = found(QUERY, { tool: 'preview_entities', name: 'previews', score: 0.9, best: undefined });

describe('the knowledge graph by rules', () => {
  it('is asked once the searches have found nothing sure, with the question as it stands', () => {
    expect(ruled(asked({ query: QUERY, tools, findings: WEAK, iteration: 4 }))).toMatchObject({
      ...{ tool: 'preview_entities', inputs: { query: QUERY }, rule: 'ask-graph', should_end: false },
    });
  });

  it('is left alone where a search has found what is sure, or where it is not offered', () => {
    const sure = asked({ query: QUERY, tools, findings: [search(QUERY, 0.9)], iteration: 2 });
    expect(ruled(sure)).toMatchObject({ tool: 'text_response', rule: 'enough-found' });
    const without = tools.filter((each) => each !== PREVIEW);
    expect(ruled(asked({ query: QUERY, tools: without, findings: WEAK, iteration: 4 })).rule).not.toBe('ask-graph');
  });

  it('is asked where an answer could not be shown', () => {
    const request = asked({
      ...{ query: QUERY, tools, findings: [search(QUERY, 0.9)], iteration: 3 },
      completed: [
        completed({ tool: 'hybrid-search', inputs: { query: QUERY } }),
        completed({ tool: 'text_response', inputs: {} }),
      ],
    });
    expect(ruled(request)).toMatchObject({ tool: 'preview_entities', rule: 'ask-graph' });
  });

  it('is expanded after it has named something, once, and then answered from', () => {
    const after = asked({ query: QUERY, tools, findings: [...WEAK, previewed], iteration: 5 });
    expect(ruled(after)).toMatchObject({ tool: 'expand_entities', inputs: {}, rule: 'expand-previewed' });
    const expanded = found('', { tool: 'expand_entities', inputs: { ids: [] }, score: 0.8 });
    const last = asked({ query: QUERY, tools, findings: [...WEAK, previewed, expanded], iteration: 6 });
    expect(ruled(last)).toMatchObject({ tool: 'text_response', rule: 'enough-found', impossible: false });
  });

  it('is not asked again where it names nothing, and previews alone are nothing to answer from', () => {
    const inputs = { query: QUERY };
    const errors = [{ tool: 'preview_entities', inputs, message: 'The knowledge graph names nothing.' }];
    const nothing = asked({ query: QUERY, tools, findings: WEAK, errors, iteration: 5 });
    expect(ruled(nothing)).toMatchObject({ rule: 'no-progress', impossible: true });
    const onlyPreviews = asked({
      ...{ query: QUERY, tools: [...SEARCHES, PREVIEW, ANSWER], iteration: 7 },
      findings: [...WEAK, previewed],
    });
    expect(ruled(onlyPreviews)).toMatchObject({ rule: 'no-progress', impossible: true });
  });
});
