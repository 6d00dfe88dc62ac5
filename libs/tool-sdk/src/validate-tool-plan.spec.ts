import { describe, expect, it } from '@jest/globals';
import { ArbiterError, MAX_PLAN_STEPS, type ToolResult } from '@arbiter/contracts';
import { z } from 'zod';
import { BaseMcpTool } from './base-mcp-tool.js';
import { resolveReferences } from './tool-parameters.js';
import { estimateDuration, planBatches } from './plan-batches.js';
import { Result, type ToolOutput } from './tool-output.js';
import { ToolRegistry } from './tool-registry.js';
import { validateToolPlan, type PlanIssue } from './validate-tool-plan.js';

const Inputs = z.strictObject({
  query: z.string().min(1),
  limit: z.int().optional(),
  ids: z.array(z.string()).optional(),
});

class Search extends BaseMcpTool<typeof Inputs> {
  readonly description = 'Searches.';
  readonly inputSchema = Inputs;
  constructor(readonly name: string) {
    super();
  }
  async *execute(): AsyncGenerator<ToolOutput, void, undefined> {
    yield await Promise.resolve(new Result({ objects: [] }));
  }
}

const tools = new ToolRegistry([new Search('search'), new Search('web')]);
const step = (id: string, dependencies: string[] = [], more: object = {}) => ({
  id,
  tool: 'search',
  parameters: { query: id },
  dependencies,
  ...more,
});
const plan = (...steps: object[]) => ({ steps, reasoning: 'because', estimatedDuration: 0 });

function issuesOf(candidate: unknown): readonly PlanIssue[] {
  try {
    validateToolPlan(candidate, tools);
  } catch (thrown) {
    const error = ArbiterError.from(thrown);
    expect(error.code).toBe('INVALID_REQUEST');
    return error.details.issues as PlanIssue[];
  }
  return [];
}

const kinds = (candidate: unknown) => issuesOf(candidate).map(({ step, kind }) => [step, kind]);

describe('validateToolPlan', () => {
  it('says where each fault is, in the form of every request that is not valid', () => {
    const faults = issuesOf(plan(step('a', ['z'])));
    expect(faults).toMatchObject([{ path: 'plan.steps.a', message: 'step "a" depends on "z", which is no step' }]);
    expect(issuesOf('no plan')).toMatchObject([{ path: 'plan' }]);
  });

  it('fills in what a plan may leave out', () => {
    const { steps } = validateToolPlan(plan({ id: 'a', tool: 'search', parameters: { query: 'x' } }), tools);
    expect(steps).toMatchObject([{ dependencies: [], executionMode: 'parallel' }]);
  });

  it.each([
    ['a step that waits for itself', plan(step('a', ['a'])), [[null, 'cycle']]],
    ['steps that wait for each other', plan(step('a', ['c']), step('b', ['a']), step('c', ['b'])), [[null, 'cycle']]],
    ['an unknown tool', plan(step('a', [], { tool: 'teleport' })), [['a', 'unknown-tool']]],
    ['parameters of a wrong type', plan(step('a', [], { parameters: { query: 7 } })), [['a', 'wrong-parameters']]],
    [
      'a parameter that the tool does not have',
      plan(step('a', [], { parameters: { query: 'x', k: 1 } })),
      [['a', 'wrong-parameters']],
    ],
    ['a dependency on nothing', plan(step('a', ['z'])), [['a', 'unknown-dependency']]],
    ['an id twice', plan(step('a'), step('a')), [['a', 'duplicate-id']]],
    [
      'an unknown tool to fall back on',
      plan(step('a', [], { fallback: { tool: 'x', condition: 'on_error' } })),
      [['a', 'unknown-tool']],
    ],
    [
      'wrong parameters of a fallback',
      plan(step('a', [], { fallback: { tool: 'web', parameters: {}, condition: 'on_error' } })),
      [['a', 'wrong-parameters']],
    ],
    ['no steps', plan(), [[null, 'malformed']]],
    ['prose', 'First I would search.', [[null, 'malformed']]],
    [
      'too many steps',
      plan(...Array.from({ length: MAX_PLAN_STEPS + 1 }, (_, i) => step(`s${i}`))),
      [[null, 'malformed']],
    ],
  ])('refuses %s', (_what, candidate, expected) => {
    expect(kinds(candidate)).toEqual(expected);
  });

  it('names every fault at once', () => {
    expect(kinds(plan(step('a', ['z']), step('b', [], { tool: 'x' })))).toHaveLength(2);
  });

  it('takes a reference for a value of any type, and checks what stands beside it', () => {
    const $from = { $from: 'a', path: '0.objects.0.text' };
    expect(kinds(plan(step('a'), step('b', ['a'], { parameters: { query: $from } })))).toEqual([]);
    expect(kinds(plan(step('a'), step('b', ['a'], { parameters: { query: 'x', ids: [$from, 'y'] } })))).toEqual([]);
    expect(kinds(plan(step('a'), step('b', ['a'], { parameters: { query: $from, limit: 'x' } })))).toEqual([
      ['b', 'wrong-parameters'],
    ]);
  });

  it('refuses a reference to a step that need not have ended', () => {
    expect(kinds(plan(step('a'), step('b', [], { parameters: { query: { $from: 'a' } } })))).toEqual([
      ['b', 'unknown-reference'],
    ]);
  });
});

describe('resolveReferences', () => {
  const data = [{ name: 'r', payloadType: 'chunks' as const, objects: [{ text: 'Ann' }], metadata: {}, message: '' }];
  const results = new Map<string, ToolResult>([
    ['a', { tool: 'search', success: true, data, confidence: 1, duration: 5 }],
  ]);

  it('puts what was found in place of the reference, however deep', () => {
    const parameters = { query: { $from: 'a', path: '0.objects.0.text' }, ids: ['b', { $from: 'a', path: '0.name' }] };
    expect(resolveReferences(parameters, results)).toEqual({ query: 'Ann', ids: ['b', 'r'] });
  });

  it.each(['1.objects', '0.objects.0.constructor', '0.objects.0.text.length.x'])(
    'refuses the path %p, which leads to nothing',
    (path) => {
      expect(() => resolveReferences({ query: { $from: 'a', path } }, results)).toThrow(
        expect.objectContaining({ code: 'INVALID_REQUEST' }),
      );
    },
  );
});

describe('planBatches', () => {
  const of = (id: string, dependencies: string[] = [], executionMode: 'parallel' | 'sequential' = 'parallel') => ({
    id,
    tool: id,
    parameters: {},
    dependencies,
    executionMode,
  });
  const ids = (steps: Parameters<typeof planBatches>[0]) =>
    planBatches(steps).batches.map((batch) => batch.map(({ id }) => id));

  it('runs a step as soon as what it depends on has ended', () => {
    expect(ids([of('d', ['b', 'c']), of('b', ['a']), of('c'), of('a')])).toEqual([['c', 'a'], ['b'], ['d']]);
  });

  it('runs a sequential step alone', () => {
    expect(ids([of('a'), of('b', [], 'sequential'), of('c')])).toEqual([['a', 'c'], ['b']]);
  });

  it('takes as long as the longest step of every batch', () => {
    const typical = (tool: string) => ({ a: 100, b: 300, c: 50 })[tool];
    expect(estimateDuration([of('a'), of('b'), of('c', ['a']), of('unknown', ['c'])], typical)).toBe(350);
  });
});
