import { describe, expect, it } from '@jest/globals';
import { asked, completed, found, ruled, SEARCHES, tool } from '../../test/agent.js';

const QUERY = 'Where does a bell ring when somebody pulls at the landing?';
const DRAWN = 'Where do the wires of the diagram end?';
const PAGES = tool('colqwen_visual_search');
const READING = tool('visual_interpretation', { type: 'object', properties: {} });
const ANSWER = tool('text_response', { type: 'object', properties: {} });
const atFirst = [...SEARCHES, PAGES, ANSWER];
const withPages = [...SEARCHES, PAGES, READING, ANSWER];

const searched = (query = QUERY) => completed({ tool: 'hybrid-search', inputs: { query } });
const answered = completed({ tool: 'text_response', inputs: {} });
const pages = found(QUERY, { tool: 'colqwen_visual_search', name: 'visual_pages', score: 0.4, best: undefined });
const weak = (query: string) => [
  found(query, { score: 0.4 }),
  found('wires diagram end', { score: 0.4 }),
  found('bell ring pulls landing', { score: 0.4 }),
];

describe('pages by rules', () => {
  it('are looked for where an answer from the text could not be shown', () => {
    const request = asked({
      query: QUERY,
      tools: atFirst,
      findings: [found(QUERY)],
      completed: [searched(), answered],
    });
    expect(ruled(request)).toMatchObject({
      ...{ tool: 'colqwen_visual_search', inputs: { query: QUERY }, rule: 'search-pages', should_end: false },
    });
  });

  it('are looked for where a failed search of text suggests it', () => {
    const inputs = { query: QUERY };
    const suggestion = 'Try ColQwen visual search for diagrams, keyword-search with names, or broader terms.';
    const errors = [{ tool: 'fast_vector_search', inputs, message: 'No text results', suggestion }];
    const request = asked({
      query: QUERY,
      tools: atFirst,
      errors,
      completed: [{ ...searched(), tool: 'fast_vector_search' }],
    });
    expect(ruled(request)).toMatchObject({ tool: 'colqwen_visual_search', inputs, rule: 'follow-suggestion' });
  });

  it('are looked for where no text is found at all, or not surely of what is drawn', () => {
    const calls = SEARCHES.map(({ name }) => ({ tool: name, inputs: { query: QUERY } }));
    const broader = ruled(asked({ query: QUERY, tools: SEARCHES, completed: calls.map(completed), iteration: 5 }));
    const nothing = asked({
      ...{ query: QUERY, tools: atFirst, iteration: 6 },
      completed: [...calls, broader].map(completed),
    });
    expect(ruled(nothing).rule).toBe('search-pages');
    const drawn = asked({ query: DRAWN, tools: atFirst, findings: weak(DRAWN), iteration: 6 });
    expect(ruled(drawn).rule).toBe('search-pages');
    const plain = asked({ query: QUERY, tools: atFirst, findings: weak(QUERY), iteration: 6 });
    expect(ruled(plain).rule).toBe('enough-found');
  });

  it('are read once they were found, and then answered from', () => {
    const findings = [found(QUERY), pages];
    const calls = [searched(), answered, completed(pages)];
    expect(ruled(asked({ query: QUERY, tools: withPages, findings, completed: calls }))).toMatchObject({
      ...{ tool: 'visual_interpretation', inputs: {}, rule: 'read-pages' },
    });
    const read = found('', { tool: 'visual_interpretation', inputs: {}, score: null, best: undefined });
    const after = { findings: [...findings, read], completed: [...calls, completed(read)] };
    expect(ruled(asked({ query: QUERY, tools: withPages, ...after }))).toMatchObject({
      ...{ tool: 'text_response', rule: 'enough-found', impossible: false },
    });
  });

  it('are not looked for twice: where they say nothing, the question is refused', () => {
    const inputs = { query: QUERY };
    const errors = [{ tool: 'colqwen_visual_search', inputs, message: 'No visual matches' }];
    const calls = [searched(), answered, completed({ tool: 'colqwen_visual_search', inputs })];
    const request = asked({ query: QUERY, tools: atFirst, findings: [found(QUERY)], errors, completed: calls });
    expect(ruled(request)).toMatchObject({ rule: 'answer-not-shown', impossible: true });
  });
});
