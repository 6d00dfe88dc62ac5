import { describe, expect, it } from '@jest/globals';
import { ArbiterError, type ToolPlan } from '@arbiter/contracts';
import { Result, StatusUpdate } from '@arbiter/tool-sdk';
import { contextOf, drain, echo, objectsOf, ScriptedTool, workbench } from '../../test/tool-workbench.js';

const step = (id: string, tool: string, dependencies: string[] = [], more: object = {}) => ({
  id,
  tool,
  parameters: { query: id },
  dependencies,
  executionMode: 'parallel' as const,
  ...more,
});
const planOf = (...steps: ToolPlan['steps']): ToolPlan => ({ steps, reasoning: '', estimatedDuration: 0 });

const broken = new ScriptedTool('broken', async function* () {
  yield await Promise.reject<Result>(new ArbiterError('NOT_FOUND', 'No such thing.'));
});

describe('a plan', () => {
  it.each([
    ['a cycle', planOf(step('a', 'echo', ['b']), step('b', 'echo', ['a']))],
    ['an unknown tool', planOf(step('a', 'echo'), step('b', 'teleport'))],
    ['parameters of a wrong type', planOf(step('a', 'echo'), step('b', 'echo', [], { parameters: { query: 7 } }))],
  ])('with %s is refused before anything of it runs', async (_what, plan) => {
    const tool = echo('echo');
    await expect(drain(workbench([tool]).plans.run(plan, contextOf()))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    expect(tool.runs).toBe(0);
  });

  it('runs the steps of a batch at the same time, and the next batch after it', async () => {
    const order: string[] = [];
    let begun = 0;
    let release: () => void = () => undefined;
    const together = new Promise<void>((resolve) => (release = resolve));
    const meeting = new ScriptedTool('meeting', async function* ({ query }) {
      order.push(`begin ${query}`);
      begun += 1;
      if (begun === 2) release();
      if (begun <= 2) await together;
      order.push(`end ${query}`);
      yield new Result({ objects: [{ query }] });
    });
    const plan = planOf(step('c', 'meeting', ['a', 'b']), step('a', 'meeting'), step('b', 'meeting'));
    const { result } = await drain(workbench([meeting]).plans.run(plan, contextOf()));
    expect(order.slice(0, 2).sort()).toEqual(['begin a', 'begin b']);
    expect(order.slice(4)).toEqual(['begin c', 'end c']);
    expect([...result.keys()]).toEqual(['c', 'a', 'b']);
  });

  it('hands a step what those before it found, by reference and as a whole', async () => {
    let seen: readonly string[] = [];
    const reader = new ScriptedTool('reader', async function* ({ query }, { previousResults }) {
      seen = [...previousResults.keys()];
      yield await Promise.resolve(new Result({ objects: [{ got: query }] }));
    });
    const parameters = { query: { $from: 'a', path: '0.objects.0.query' } };
    const plan = planOf(step('a', 'echo'), step('b', 'reader', ['a'], { parameters }));
    const { result } = await drain(workbench([echo('echo'), reader]).plans.run(plan, contextOf()));
    expect(objectsOf(result.get('b'))).toEqual([{ got: 'a' }]);
    expect(seen).toEqual(['a']);
  });

  it('gives the other results when a step fails, and goes on with what is left', async () => {
    const plan = planOf(step('a', 'broken'), step('b', 'echo'), step('c', 'echo', ['a', 'b']));
    const { result } = await drain(workbench([broken, echo('echo')]).plans.run(plan, contextOf()));
    expect([...result.values()].map(({ success }) => success)).toEqual([false, true, true]);
    expect(result.get('a')).toMatchObject({ code: 'NOT_FOUND', error: 'No such thing.' });
  });

  it('does not run a step that has nothing to go on', async () => {
    const tool = echo('echo');
    const plan = planOf(step('a', 'broken'), step('b', 'echo', ['a']));
    const { result } = await drain(workbench([broken, tool]).plans.run(plan, contextOf()));
    expect(result.get('b')).toMatchObject({ success: false, code: 'CONFLICT', error: 'Nothing to go on: "a" failed.' });
    expect(tool.runs).toBe(0);
  });

  it('gives what it has when the time is over', async () => {
    const slow = new ScriptedTool('slow', async function* () {
      await new Promise<void>(() => undefined);
      yield new Result({ objects: [] });
    });
    const plan = planOf(step('a', 'echo'), step('b', 'slow', ['a']), step('c', 'echo', ['a', 'b']));
    const { result } = await drain(workbench([echo('echo'), slow]).plans.run(plan, contextOf({ deadlineMs: 60 })));
    expect([...result.values()].map(({ success, code }) => code ?? success)).toEqual([
      true,
      'DEADLINE_EXCEEDED',
      'DEADLINE_EXCEEDED',
    ]);
  });

  it('stops all of its steps when the client goes away, those that are deaf as well', async () => {
    const caller = new AbortController();
    const gone = new ArbiterError('CANCELLED', 'gone');
    const stopped: string[] = [];
    const heeding = new ScriptedTool('heeding', async function* ({ query }, { signal }) {
      yield new StatusUpdate('begun');
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      stopped.push(query);
    });
    const deaf = new ScriptedTool('deaf', async function* () {
      yield new StatusUpdate('begun');
      await new Promise<void>(() => undefined);
    });
    const { plans, valueOf } = workbench([heeding, deaf]);
    const run = plans.run(planOf(step('a', 'heeding'), step('b', 'deaf'), step('c', 'heeding')), contextOf({ caller }));
    for (let events = 0; events < 3; events += 1) await run.next();
    const next = run.next();
    caller.abort(gone);
    await expect(next).rejects.toBe(gone);
    await new Promise((resolve) => setImmediate(resolve));
    expect(stopped).toEqual(['a', 'c']);
    expect(await valueOf('arbiter_tool_runs_in_progress', { tool: 'heeding' })).toBe(0);
    expect(await valueOf('arbiter_tool_runs_in_progress', { tool: 'deaf' })).toBe(1);
  });

  it('stops all of its steps when nobody asks for more', async () => {
    const tool = new ScriptedTool('tool', async function* (_inputs, { signal }) {
      yield new StatusUpdate('begun');
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    });
    const { plans, valueOf } = workbench([tool]);
    for await (const _event of plans.run(planOf(step('a', 'tool'), step('b', 'tool')), contextOf())) break;
    await new Promise((resolve) => setImmediate(resolve));
    expect(await valueOf('arbiter_tool_runs_in_progress')).toBe(0);
  });

  it('runs at most eight of its steps at the same time', async () => {
    let running = 0;
    let most = 0;
    const tool = new ScriptedTool('tool', async function* () {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      yield new Result({ objects: [] });
    });
    const steps = Array.from({ length: 20 }, (_, i) => step(`s${i}`, 'tool'));
    const { result } = await drain(workbench([tool]).plans.run(planOf(...steps), contextOf()));
    expect([result.size, most]).toEqual([20, 8]);
  });
});
