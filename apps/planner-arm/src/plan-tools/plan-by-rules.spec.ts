import { describe, expect, it } from '@jest/globals';
import { planTools, ToolPlan, type DecomposedQuery, type ToolDescriptor } from '@arbiter/contracts';
import { planBatches, validateToolPlan } from '@arbiter/tool-sdk';
import { SEARCHES, tool } from '../../test/agent.js';
import { decomposeQuery } from '../decompose/decompose-query.js';
import { offeredTools } from '../tools/offered-tools.js';
import { planByRules } from './plan-by-rules.js';

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const WRITERS = [
  tool('synthesize-comparison', { type: 'object', properties: { query: text, subjects: texts } }),
  tool('synthesize-sources', { type: 'object', properties: { query: text, subQueries: texts } }),
  tool('validate', { type: 'object', properties: { query: text, answer: text }, required: ['answer'] }),
];
const TOOLS = [...SEARCHES, ...WRITERS];

function planned(query: string, tools: readonly ToolDescriptor[] = TOOLS, decomposed?: DecomposedQuery): ToolPlan {
  return planByRules(planTools.input.parse({ query, tools, decomposed }));
}

const shape = ({ steps }: ToolPlan) => steps.map(({ id, tool: name, dependencies }) => [id, name, dependencies]);

describe('planByRules', () => {
  it('searches once for a lookup, writes and checks', () => {
    expect(shape(planned('Who keeps the light?'))).toEqual([
      ['q1', 'hybrid-search', []],
      ['synthesize-sources', 'synthesize-sources', ['q1']],
      ['validate', 'validate', ['q1', 'synthesize-sources']],
    ]);
  });

  it('searches for the sides of a comparison at the same time, and compares after both', () => {
    const plan = planned('Which is heavier, the Ninth Bell or the Ember Lens?');
    expect(planBatches(plan.steps).batches.map((batch) => batch.map(({ id }) => id))).toEqual([
      ['q1', 'q2'],
      ['synthesize-comparison'],
      ['validate'],
    ]);
  });

  it('hands the sides to what compares, and what was written to what checks', () => {
    const { steps } = planned('Which is heavier, the Ninth Bell or the Ember Lens?');
    expect(steps.at(-2)?.parameters).toEqual({
      query: 'Which is heavier, the Ninth Bell or the Ember Lens?',
      subjects: ['How heavy is the Ninth Bell?', 'How heavy is the Ember Lens?'],
    });
    expect(steps.at(-1)?.parameters).toMatchObject({
      answer: { $from: 'synthesize-comparison', path: '0.objects.0.text' },
    });
  });

  it('searches for a description before the whole', () => {
    const { steps } = planned('Who taught the man who built the lighthouse?');
    expect(steps[1]).toMatchObject({ id: 'q2', dependencies: ['q1'] });
  });

  it('asks for many passages for a list', () => {
    expect(planned('List every tavern in the lower town.').steps[0]?.parameters).toMatchObject({ limit: 20 });
  });

  it.each([
    ['hybrid-search', { tool: 'keyword-search', condition: 'on_error' }],
    ['keyword-search', { tool: 'fast_vector_search', condition: 'on_low_confidence' }],
    ['fast_vector_search', { tool: 'keyword-search', condition: 'on_low_confidence' }],
  ])('gives %s a fallback, by the name that is offered', (name, fallback) => {
    const decomposed = decomposeQuery('Who keeps the light?');
    const subQueries = decomposed.subQueries.map((subQuery) => ({ ...subQuery, suggestedTool: name }));
    expect(planned('Who keeps the light?', TOOLS, { ...decomposed, subQueries }).steps[0]).toMatchObject({
      tool: name,
      fallback,
    });
  });

  it('leaves out what is not offered or needs more than the question', () => {
    const needy = tool('synthesize-sources', { type: 'object', properties: { verdict: {} }, required: ['verdict'] });
    expect(shape(planned('Who keeps the light?', [tool('hybrid-search'), needy]))).toEqual([
      ['q1', 'hybrid-search', []],
    ]);
  });

  it('estimates the critical path over what tools usually take', () => {
    const typical: Readonly<Record<string, number>> = {
      'hybrid-search': 40,
      'synthesize-comparison': 100,
      validate: 60,
    };
    const measured = TOOLS.map((each) => ({ ...each, typicalMs: typical[each.name] ?? 0 }));
    expect(planned('Which is heavier, the Ninth Bell or the Ember Lens?', measured).estimatedDuration).toBe(200);
    expect(planned('Who taught the man who built the lighthouse?', measured).estimatedDuration).toBe(140);
  });

  it('can run as it is', () => {
    const plan = planned('Who taught the man who built the lighthouse?');
    expect(() => validateToolPlan(plan, offeredTools(TOOLS))).not.toThrow();
  });

  it('is refused where no tool is a search', () => {
    expect(() => planned('Who keeps the light?', WRITERS)).toThrow(/None of the tools is a search/);
  });

  it('is a plan as published', () => {
    expect(ToolPlan.safeParse(planned('How do I claim salvage?'))).toMatchObject({ success: true });
  });
});
