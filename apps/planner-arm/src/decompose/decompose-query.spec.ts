import { describe, expect, it } from '@jest/globals';
import { DecomposedQuery } from '@arbiter/contracts';
import { classifyQuery } from '../classify/classify-query.js';
import { decomposeQuery } from './decompose-query.js';

describe('decomposeQuery', () => {
  it('leaves a lookup in one piece', () => {
    expect(decomposeQuery('Who keeps the light?')).toMatchObject({
      queryType: 'simple_lookup',
      subQueries: [{ query: 'Who keeps the light?', dependencies: [] }],
      executionPlan: { strategy: 'sequential', batches: [['q1']] },
      synthesisRequired: false,
    });
  });

  it('names the tool of a search, what stands in for it, and its passages where the answer needs many', () => {
    const fallback = { tool: 'keyword-search', condition: 'on_error' };
    const [lookup] = decomposeQuery('Who keeps the light?').subQueries;
    expect(lookup).toMatchObject({ suggestedTool: 'hybrid-search', fallback });
    expect(lookup).not.toHaveProperty('limit');
    expect(decomposeQuery('List every tavern in the lower town.').subQueries).toMatchObject([{ fallback, limit: 30 }]);
  });

  it.each([
    ['What are the main conflicts?', 'global'],
    ['How many wards are closed now?', 'selection'],
    ['Who keeps the light?', undefined],
    ['What are the main ingredients of the soup?', undefined],
  ])('says whether "%s" asks for more than passages', (query, scope) => {
    expect(decomposeQuery(query).scope).toBe(scope);
    expect(DecomposedQuery.safeParse(decomposeQuery(query)).success).toBe(true);
  });

  it('leaves small talk in one piece, with nothing to put together', () => {
    expect(decomposeQuery('Thank you so much, that helped a lot!')).toMatchObject({
      queryType: 'conversational',
      subQueries: [{ query: 'Thank you so much, that helped a lot!', dependencies: [] }],
      synthesisRequired: false,
    });
  });

  it('looks up what only may ask nothing of the documents', () => {
    const query = 'Can you help me?';
    expect(classifyQuery(query)).toMatchObject({ queryType: 'conversational' });
    expect(decomposeQuery(query).queryType).toBe('simple_lookup');
  });

  it('asks about each side of a comparison at the same time', () => {
    const plan = decomposeQuery('Which is heavier, the Ninth Bell or the Ember Lens?');
    expect(plan.executionPlan).toEqual({ strategy: 'parallel', batches: [['q1', 'q2']] });
    const [first, second] = plan.subQueries.map(({ query }) => query);
    expect(first).toContain('Ninth Bell');
    expect(first).not.toContain('Ember Lens');
    expect(second).toContain('Ember Lens');
    expect(second).toContain('heavy');
    expect(second).not.toContain('Ninth Bell');
  });

  it.each([
    ['What is the difference between a sloop and a cutter?', 'a sloop', 'a cutter'],
    ['Compare the harbour court with the salt court.', 'the harbour court', 'the salt court'],
    ['How do the Tallow Guild and the Rope Guild differ?', 'the Tallow Guild', 'the Rope Guild'],
    ['Is the north tower older than the south tower?', 'the north tower', 'the south tower'],
  ])('finds both subjects of %p', (query, first, second) => {
    const [a, b] = decomposeQuery(query).subQueries;
    expect(a?.query).toContain(first);
    expect(a?.query).not.toContain(second);
    expect(b?.query).toContain(second);
  });

  it.each([
    ['Ganymede or Callisto: which orbits farther out?', 'Ganymede', 'Callisto'],
    [
      'Which costs more, a berth on the Polar Star or a cabin on the Comet?',
      'a berth on the Polar Star',
      'a cabin on the Comet',
    ],
    ['Which is louder, the organ or the choir in the north aisle?', 'the organ', 'the choir'],
    ['Does the home crowd outnumber the visitors of the tour?', 'the home crowd', 'the visitors'],
    ['How much longer is the coast line than the tunnel if I go to the airport?', 'the coast line', 'the tunnel'],
  ])('tells the subjects of %p from what is asked of them', (query, first, second) => {
    const [a, b] = decomposeQuery(query).subQueries;
    expect(a?.query).toContain(first);
    expect(a?.query).not.toContain(second);
    expect(b?.query).toContain(second);
    expect(b?.query).not.toContain(first);
  });

  it('leaves what belongs to both subjects with both', () => {
    const [a, b] = decomposeQuery('Which is louder, the organ or the choir in the north aisle?').subQueries;
    expect(a?.query).toContain('in the north aisle');
    expect(b?.query).toContain('in the north aisle');
  });

  it.each([
    ['What is the top speed of the train designed by Ito?', 'the train designed by Ito'],
    ["What did the conductor's sister play?", "the conductor's sister"],
    ['How many goals has the brother of Nadia Voss scored?', 'the brother of Nadia Voss'],
    ['The trophy was a gift from a brewer. Where was that brewer born?', 'The trophy was a gift from a brewer'],
  ])('finds the description inside %p', (query, inner) => {
    expect(decomposeQuery(query).subQueries.map((part) => part.query)).toEqual([inner, query]);
  });

  it('takes a wish about the answer for no second question', () => {
    const plan = decomposeQuery('Who scored most in the final? Give the minute of each goal.');
    expect(plan.subQueries).toHaveLength(1);
  });

  it('looks up the inner description first, then the whole question with what was found', () => {
    const plan = decomposeQuery('Who taught the man who built the lighthouse?');
    expect(plan.subQueries[0]?.query).toBe('the man who built the lighthouse');
    expect(plan.subQueries[1]).toMatchObject({
      query: 'Who taught the man who built the lighthouse?',
      dependencies: ['q1'],
    });
    expect(plan.executionPlan).toEqual({ strategy: 'sequential', batches: [['q1'], ['q2']] });
  });

  it('resolves descriptions from the inside out, each with what the one before has found', () => {
    const plan = decomposeQuery('Who taught the man who built the lighthouse that stands on Gull Point?');
    expect(plan.subQueries.map(({ query, dependencies }) => [query, dependencies])).toEqual([
      ['the lighthouse that stands on Gull Point', []],
      ['the man who built the lighthouse that stands on Gull Point', ['q1']],
      ['Who taught the man who built the lighthouse that stands on Gull Point?', ['q2']],
    ]);
    expect(plan.executionPlan).toEqual({ strategy: 'sequential', batches: [['q1'], ['q2'], ['q3']] });
  });

  it.each([
    [
      'Which is fastest, the sloop, the cutter or the ketch?',
      ['How fast is the sloop?', 'How fast is the cutter?', 'How fast is the ketch?'],
    ],
    ['What is the difference between oats, rye, and barley?', ['What are oats?', 'What is rye?', 'What is barley?']],
  ])('asks about each subject of %p', (query, sides) => {
    const plan = decomposeQuery(query);
    expect(plan.subQueries.map((part) => part.query)).toEqual(sides);
    expect(plan.executionPlan.strategy).toBe('parallel');
  });

  it.each([
    [
      'Which costs more, a berth on the Polar Star or a cabin on the Comet?',
      'How much does a cabin on the Comet cost?',
    ],
    ['Ganymede or Callisto: which orbits farther out?', 'How far out does Callisto orbit?'],
    ['Which has more beds, the Ark or the Swan?', 'How many beds does the Swan have?'],
    ['Which is more expensive in winter, coal or peat?', 'How expensive is peat in winter?'],
    ['Is the north tower older than the south tower?', 'How old is the south tower?'],
    ['How much longer is the coast line than the tunnel if I go by bus?', 'How long is the tunnel if I go by bus?'],
    ['What is the difference between a sloop and a cutter?', 'What is a cutter?'],
    ['Compare the Ark with the Swan in price.', 'What is the price of the Swan?'],
    ['Which is larger, the mill or the inns?', 'How large are the inns?'],
    ['Which took longer to build, the mole or the mill?', 'Which took longer to build, the mill?'],
  ])('asks a whole question about the second side of %p', (query, second) => {
    expect(decomposeQuery(query).subQueries[1]?.query).toBe(second);
  });

  it('looks for limits beside candidates, and for what those cost after them', () => {
    const plan = decomposeQuery('Build me a 2000 point army with lots of firepower');
    expect(plan.queryType).toBe('list_building');
    expect(plan.subQueries.map(({ query, dependencies }) => [query, dependencies])).toEqual([
      ['Build me a 2000 point army with lots of firepower', []],
      ['What are the rules and limits for a 2000 point army?', []],
      ['Which parts of a 2000 point army have lots of firepower?', []],
      ['What does each part of a 2000 point army cost or count?', ['q1']],
    ]);
    expect(plan.executionPlan).toEqual({ strategy: 'hybrid', batches: [['q1', 'q2', 'q3'], ['q4']] });
  });

  it('looks up a list that is only to be listed', () => {
    expect(decomposeQuery('List every tavern in the lower town.').subQueries).toHaveLength(1);
  });

  it('asks two questions in one message side by side, one that points back together with the first', () => {
    const plan = decomposeQuery('Who leads the Watch? And where does it meet?');
    expect(plan.subQueries.map(({ query }) => query)).toEqual([
      'Who leads the Watch?',
      'Who leads the Watch? where does it meet?',
    ]);
    expect(plan.executionPlan.strategy).toBe('parallel');
  });

  it.each([
    '?',
    '...',
    'or or or',
    'between and',
    'compare to',
    '🜁 vs 🜂',
    'the who that which of',
    'x '.repeat(4_000),
    'a b c d e f, '.repeat(600),
    'the a of the '.repeat(600),
  ])('makes a valid plan of %p', (query) => {
    expect(DecomposedQuery.safeParse(decomposeQuery(query)).error).toBeUndefined();
  });
});
