import { describe, expect, it } from '@jest/globals';
import { GuardedWebClient } from '@arbiter/adapters-web';
import { runPlan, type PlanStepEvent } from '@arbiter/contracts';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { harbourPassage, libraryArms } from '../../test/library-arms.js';
import { contextOf } from '../../test/query-pipeline.js';
import { workbench } from '../../test/tool-workbench.js';
import { createTools } from '../tools/create-tools.js';
import { PlansService } from './plans.service.js';

const lamp = harbourPassage('Mara keeps the lamp.');

async function plansOver(passages = [lamp]): Promise<PlansService> {
  const { client } = await libraryArms({ passages });
  const web = new GuardedWebClient({ allowedHosts: [], timeoutMs: 100, maxBytes: 100 });
  const tools = createTools({ client, webSearch: null, web }, { mayIngest: false });
  return new PlansService(() => ({ tools, ...workbench([]).shared }), SYSTEM_CLOCK);
}

const search = { id: 'find', tool: 'fast_vector_search', parameters: { query: 'lamp' } };
const expand = {
  id: 'read',
  tool: 'expand',
  parameters: { chunkId: { $from: 'find', path: '0.objects.0.chunkId' } },
  dependencies: ['find'],
};

async function run(plans: PlansService, ...steps: object[]) {
  const request = runPlan.input.parse({
    query: 'Who keeps the lamp?',
    plan: { steps, reasoning: '', estimatedDuration: 0 },
  });
  const stream = plans.run(request, contextOf());
  const events: PlanStepEvent[] = [];
  for (;;) {
    const next = await stream.next();
    if (next.done === true) return { events, results: next.value.results };
    events.push(next.value);
  }
}

describe('PlansService', () => {
  it('lists every tool with its schema, and why some cannot run', async () => {
    const { tools, unavailable } = await (await plansOver()).tools({ principal: null });
    expect(tools.find(({ name }) => name === 'hybrid-search')?.inputSchema).toMatchObject({ required: ['query'] });
    expect(unavailable.find(({ name }) => name === 'web-search')?.reason).toContain('SEARXNG_URL');
  });

  it('runs the steps of a plan, each with what those before it found', async () => {
    const { events, results } = await run(await plansOver(), search, expand);
    expect(events).toMatchObject([
      { type: 'found', step: 'find', tool: 'vector-search', payload: { objects: [lamp] } },
      { type: 'found', step: 'read', tool: 'expand' },
    ]);
    expect(results.map(({ step, result }) => [step, result.success])).toEqual([
      ['find', true],
      ['read', true],
    ]);
  });

  it('tells of a step that found nothing, and of the one that has nothing to go on', async () => {
    const { events, results } = await run(await plansOver([]), search, expand);
    expect(events).toMatchObject([
      { type: 'failed', step: 'find', suggestion: expect.stringContaining('keyword-search') },
    ]);
    expect(results.map(({ result }) => result.code)).toEqual([undefined, 'CONFLICT']);
  });

  it('refuses a plan with a cycle', async () => {
    const cycle = { ...search, dependencies: ['read'] };
    await expect(run(await plansOver(), cycle, expand)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});
