import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import { RecoverableError, Result, StatusUpdate, TokenUpdate } from '@arbiter/tool-sdk';
import { contextOf, drain, echo, objectsOf, ScriptedTool, workbench, type Script } from '../../test/tool-workbench.js';

const gone = new ArbiterError('CANCELLED', 'The client went away.');
/** What a tool that does not heed its signal waits for. */
const forever = new Promise<void>(() => undefined);

async function runOnce(script: Script, options?: ConstructorParameters<typeof ScriptedTool>[2]) {
  const tool = new ScriptedTool('tool', script, options);
  const bench = workbench([tool]);
  const { events, result } = await drain(bench.executor.run({ tool: 'tool', parameters: {} }, contextOf()));
  return { ...bench, tool, events, result };
}

function failing(...errors: readonly ArbiterError[]): ScriptedTool {
  let tried = 0;
  return new ScriptedTool('tool', async function* () {
    const error = errors[tried++];
    if (error) throw error;
    yield await Promise.resolve(new Result({ objects: [{ tried }] }));
  });
}

describe('a run of a tool', () => {
  it('yields what the tool yields and returns what that comes to', async () => {
    const { events, result } = await runOnce(async function* () {
      yield new StatusUpdate('looking');
      yield await Promise.resolve(new Result({ objects: [{ a: 1 }], confidence: 0.7, metadata: { q: 'x' } }));
      yield new Result({ objects: [{ a: 2 }], confidence: 0.9 });
    });
    expect(events.map(({ tool, output }) => [tool, output.kind])).toEqual([
      ['tool', 'status'],
      ['tool', 'result'],
      ['tool', 'result'],
    ]);
    expect(result).toMatchObject({ tool: 'tool', success: true, confidence: 0.7 });
    expect(objectsOf(result)).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('finds a tool by its alias, and calls it by its own name', async () => {
    class Aliased extends ScriptedTool {
      override readonly aliases = ['fast_tool'];
    }
    const tool = new Aliased('tool', async function* () {
      yield await Promise.resolve(new Result({ objects: [{}] }));
    });
    const { events } = await drain(workbench([tool]).executor.run({ tool: 'fast_tool', parameters: {} }, contextOf()));
    expect(events[0]?.tool).toBe('tool');
  });

  it('of a tool that does not exist is a failure with a code', async () => {
    const { result } = await drain(workbench([]).executor.run({ tool: 'teleport', parameters: {} }, contextOf()));
    expect(result).toMatchObject({ tool: 'teleport', success: false, code: 'NOT_FOUND', confidence: 0 });
  });

  it('with parameters of a wrong type does not start the tool', async () => {
    const tool = echo('tool');
    const request = { tool: 'tool', parameters: { query: 7 } };
    const { result } = await drain(workbench([tool]).executor.run(request, contextOf()));
    expect(result).toMatchObject({ success: false, code: 'INVALID_REQUEST' });
    expect(tool.runs).toBe(0);
  });

  it('that yields nothing is a failure', async () => {
    const { result } = await runOnce(async function* () {
      yield* await Promise.resolve([]);
    });
    expect(result).toMatchObject({ success: false, error: 'tool ended without a result.' });
    expect(result).not.toHaveProperty('code');
  });

  it('that only says what was wrong passes on what to try instead', async () => {
    const { result } = await runOnce(async function* () {
      yield await Promise.resolve(new RecoverableError({ message: 'Nothing found.', suggestion: 'Search wider.' }));
    });
    expect(result).toMatchObject({ success: false, error: 'Nothing found.', suggestion: 'Search wider.' });
  });

  it('that only speaks is a success', async () => {
    const { result } = await runOnce(async function* () {
      yield await Promise.resolve(new TokenUpdate('Hello'));
    });
    expect(result).toMatchObject({ success: true, data: [], confidence: 1 });
  });

  it('that throws keeps what came before, and tells nobody a stranger’s message', async () => {
    const { result, events, logged, valueOf } = await runOnce(async function* () {
      yield await Promise.resolve(new Result({ objects: [{ partial: true }] }));
      throw new Error('cannot read /etc/secrets/key');
    });
    expect(events).toHaveLength(1);
    expect(result).toMatchObject({ success: false, code: 'INTERNAL' });
    expect(result.error).not.toContain('/etc');
    expect(objectsOf(result)).toEqual([{ partial: true }]);
    expect(logged.join()).toContain('a tool failed');
    expect(await valueOf('arbiter_tool_runs_total', { outcome: 'INTERNAL' })).toBe(1);
  });

  it('that yields 10 MB ends with a typed error, and what it yielded is not passed on', async () => {
    const { result, events } = await runOnce(async function* () {
      yield await Promise.resolve(new Result({ objects: [{ text: 'x'.repeat(10_000_000) }] }));
    });
    expect(events).toEqual([]);
    expect(result).toMatchObject({ success: false, code: 'PAYLOAD_TOO_LARGE', data: [] });
  });

  it('that yields small things without end ends, too', async () => {
    const { result } = await runOnce(async function* () {
      for (;;) yield await Promise.resolve(new StatusUpdate(''));
    });
    expect(result.code).toBe('PAYLOAD_TOO_LARGE');
  });

  it('that yields what is no JSON is a failure', async () => {
    const { result } = await runOnce(async function* () {
      yield await Promise.resolve(new Result({ objects: [{ n: 1n }] }));
    });
    expect(result).toMatchObject({ success: false, code: 'INTERNAL' });
  });
});

describe('time', () => {
  it('ends a tool that hangs, even one that ignores its signal, and shows that it still runs', async () => {
    const { result, valueOf } = await runOnce(
      async function* () {
        await forever;
        yield new Result({ objects: [] });
      },
      { timeoutMs: 30 },
    );
    expect(result).toMatchObject({ success: false, code: 'DEADLINE_EXCEEDED' });
    expect(await valueOf('arbiter_tool_runs_in_progress')).toBe(1);
  });

  it('of the whole call bounds that of a tool, and the tool knows', async () => {
    let left = Infinity;
    const tool = new ScriptedTool('tool', async function* (_inputs, { deadline, signal }) {
      left = deadline - Date.now();
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('stopped by a signal'))),
      );
      yield new Result({ objects: [] });
    });
    const { executor, valueOf } = workbench([tool]);
    const { result } = await drain(executor.run({ tool: 'tool', parameters: {} }, contextOf({ deadlineMs: 40 })));
    expect(result.code).toBe('DEADLINE_EXCEEDED');
    expect(left).toBeLessThanOrEqual(40);
    expect(await valueOf('arbiter_tool_runs_in_progress')).toBe(0);
  });
});

describe('a client that goes away', () => {
  const waiting = new ScriptedTool('waiting', async function* (_inputs, { signal }) {
    yield new StatusUpdate('begun');
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
  });
  const deaf = new ScriptedTool('deaf', async function* () {
    yield new StatusUpdate('begun');
    await forever;
  });

  it.each([waiting, deaf])('ends the run of a tool that is $name', async (tool) => {
    const caller = new AbortController();
    const { executor, valueOf } = workbench([tool]);
    const run = executor.run({ tool: tool.name, parameters: {} }, contextOf({ caller }));
    await run.next();
    const next = run.next();
    caller.abort(gone);
    await expect(next).rejects.toBe(gone);
    expect(await valueOf('arbiter_tool_runs_total', { outcome: 'CANCELLED' })).toBe(1);
    expect(await valueOf('arbiter_tool_runs_in_progress')).toBe(tool === deaf ? 1 : 0);
  });

  it('by not asking for more ends the tool and tells it', async () => {
    let signal: AbortSignal | undefined;
    let ended = false;
    const tool = new ScriptedTool('tool', async function* (_inputs, call) {
      signal = call.signal;
      try {
        for (;;) yield await Promise.resolve(new StatusUpdate('on and on'));
      } finally {
        ended = true;
      }
    });
    const { executor, valueOf } = workbench([tool]);
    for await (const _event of executor.run({ tool: 'tool', parameters: {} }, contextOf())) break;
    expect([signal?.aborted, ended]).toEqual([true, true]);
    expect(await valueOf('arbiter_tool_runs_in_progress')).toBe(0);
  });

  it('during the wait before another attempt ends that wait', async () => {
    const caller = new AbortController();
    const tool = failing(new ArbiterError('UNAVAILABLE', 'away'));
    const { executor } = workbench([tool], {
      settings: { retry: { retries: 1, baseDelayMs: 60_000, maxDelayMs: 60_000, jitter: 'full' } },
    });
    const run = drain(executor.run({ tool: 'tool', parameters: {} }, contextOf({ caller, deadlineMs: 120_000 })));
    setTimeout(() => caller.abort(gone), 20);
    await expect(run).rejects.toBe(gone);
    expect(tool.runs).toBe(1);
  });
});

describe('another attempt', () => {
  const away = new ArbiterError('UNAVAILABLE', 'away');
  const request = { tool: 'tool', parameters: {} };

  it('is made after a retryable error, three in all', async () => {
    const tool = failing(away, new ArbiterError('OVERLOADED', 'busy'));
    const { executor, valueOf } = workbench([tool]);
    const { result } = await drain(executor.run(request, contextOf()));
    expect(objectsOf(result)).toEqual([{ tried: 3 }]);
    expect(await valueOf('arbiter_tool_retries_total')).toBe(2);
    expect(await valueOf('arbiter_tool_runs_total', { outcome: 'ok' })).toBe(1);

    const hopeless = failing(away, away, away, away);
    const { result: failure } = await drain(workbench([hopeless]).executor.run(request, contextOf()));
    expect([failure.code, hopeless.runs]).toEqual(['UNAVAILABLE', 3]);
  });

  it.each(['INVALID_REQUEST', 'NOT_FOUND', 'INTERNAL', 'DEADLINE_EXCEEDED'] as const)(
    'is not made after %s',
    async (code) => {
      const tool = failing(new ArbiterError(code, 'no'));
      const { result } = await drain(workbench([tool]).executor.run(request, contextOf()));
      expect([result.code, tool.runs]).toEqual([code, 1]);
    },
  );

  it('is not made of a tool that does more when it runs twice', async () => {
    const { tool } = await runOnce(
      async function* () {
        yield await Promise.reject<Result>(away);
      },
      { idempotent: false },
    );
    expect(tool.runs).toBe(1);
  });

  it('is not made once something was yielded that cannot be taken back', async () => {
    const { tool, result } = await runOnce(async function* () {
      yield await Promise.resolve(new TokenUpdate('The lamp'));
      throw away;
    });
    expect([tool.runs, result.code]).toEqual([1, 'UNAVAILABLE']);
  });

  it('is not made when it would come after the deadline', async () => {
    const tool = failing(away);
    const { executor } = workbench([tool], {
      settings: { retry: { retries: 2, baseDelayMs: 10_000, maxDelayMs: 10_000, jitter: 'full' } },
    });
    const { result } = await drain(executor.run(request, contextOf({ deadlineMs: 1_000 })));
    expect([result.code, tool.runs]).toEqual(['UNAVAILABLE', 1]);
  });
});

describe('a fallback', () => {
  const onError = { tool: 'second', condition: 'on_error' as const };
  const onLowConfidence = { tool: 'second', condition: 'on_low_confidence' as const };

  async function runWith(first: ScriptedTool, fallback: typeof onError | typeof onLowConfidence, confidence = 0.8) {
    const second = echo('second', { confidence });
    const { executor, valueOf } = workbench([first, second]);
    const request = { tool: first.name, parameters: { query: 'lamp' }, fallback };
    const { result, events } = await drain(executor.run(request, contextOf()));
    return { result, events, second, fallbacks: await valueOf('arbiter_tool_fallbacks_total') };
  }

  it('runs on an error, with the parameters of the step', async () => {
    const { result, fallbacks } = await runWith(failing(new ArbiterError('INTERNAL', 'no')), onError);
    expect(result).toMatchObject({ tool: 'second', success: true, confidence: 0.8 });
    expect(objectsOf(result)).toEqual([{ query: 'lamp' }]);
    expect(fallbacks).toBe(1);
  });

  it('runs on a low confidence, and is kept if it is surer', async () => {
    const { result, events } = await runWith(echo('tool', { confidence: 0.2 }), onLowConfidence);
    expect(result.tool).toBe('second');
    expect(events.map(({ tool }) => tool)).toEqual(['tool', 'second']);
  });

  it('that is less sure leaves the first result', async () => {
    const { result } = await runWith(echo('tool', { confidence: 0.2 }), onLowConfidence, 0.1);
    expect(result).toMatchObject({ tool: 'tool', confidence: 0.2 });
  });

  it.each([
    ['a sure result', echo('tool', { confidence: 0.9 }), onLowConfidence],
    ['an unsure result that is no error', echo('tool', { confidence: 0.1 }), onError],
    ['an error that is no low confidence', failing(new ArbiterError('INTERNAL', 'no')), onLowConfidence],
  ])('does not run after %s', async (_what, first, fallback) => {
    const { second } = await runWith(first, fallback);
    expect(second.runs).toBe(0);
  });
});

describe('what a tool usually takes', () => {
  it('is measured on runs that end well', async () => {
    const { durations } = await runOnce(async function* () {
      yield await Promise.resolve(new Result({ objects: [] }));
    });
    expect(durations.typicalMs('tool')).toBeGreaterThanOrEqual(0);
    const failed = await runOnce(async function* () {
      yield await Promise.reject<Result>(new ArbiterError('INTERNAL', 'no'));
    });
    expect(failed.durations.typicalMs('tool')).toBeUndefined();
  });
});
