import { EventEmitter } from 'node:events';
import { createServer } from 'node:net';
import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { commonVariables } from '../config/common-variables.js';
import { defineConfig, variable } from '../config/define-config.js';
import { portNumber } from '../config/value-schemas.js';
import { assertBindable } from '../http/addresses.js';
import { listen } from '../http/listen.js';
import { createLogger } from '../logging.js';
import { type NodeProcess, nodeProcessHost } from './process-host.js';
import { type AppContext, type AppOptions, runApp } from './run-app.js';

const definition = defineConfig({
  app: 'retriever-arm',
  section: 'retriever_arm',
  variables: {
    ...commonVariables,
    port: variable({ env: 'RETRIEVER_PORT', schema: portNumber(), default: 8006, description: 'Port.' }),
  },
});
type Context = AppContext<typeof definition.variables>;

/** Node's process as far as an app sees it: signals can be sent to it, and it remembers how it ended. */
class FakeProcess extends EventEmitter {
  readonly argv: string[];
  out = '';
  err = '';
  readonly exits: number[] = [];
  readonly stdout = { write: (text: string) => (this.out += text) };
  readonly stderr = { write: (text: string) => (this.err += text) };
  private readonly firstExit = new AbortController();

  constructor(
    argv: readonly string[] = [],
    readonly env: Record<string, string> = {},
  ) {
    super();
    this.argv = ['node', 'main.js', ...argv];
  }

  cwd = () => '/nowhere';
  exit = (code: number) => {
    this.exits.push(code);
    this.firstExit.abort();
  };
}

function run(
  process: FakeProcess,
  start: (context: Context) => Promise<void>,
  more: Partial<AppOptions<typeof definition.variables>> = {},
): { done: Promise<void>; lines: string[] } {
  const lines: string[] = [];
  const done = runApp({
    definition,
    start,
    host: nodeProcessHost(process as unknown as NodeProcess),
    logger: () =>
      createLogger({ name: 'test', level: 'debug', destination: { write: (line) => void lines.push(line) } }),
    ...more,
  });
  return { done, lines };
}

const nothing = () => Promise.resolve();
const forever = () => new Promise<void>(() => undefined);

describe('an app', () => {
  it('warns once of variables that look misspelt', async () => {
    const process = new FakeProcess([], { RETREIVER_PORT: '9006', PORT: '1' });
    const { done, lines } = run(process, nothing);
    process.emit('SIGTERM', 'SIGTERM');
    await done;
    const warned = lines.filter((line) => line.includes('RETREIVER_PORT'));
    expect(warned).toEqual([expect.stringContaining('did you mean RETRIEVER_PORT?')]);
  });

  it.each(['SIGTERM', 'SIGINT'])('closes what it opened in reverse order on %s, and exits with 0', async (signal) => {
    const process = new FakeProcess();
    const closed: string[] = [];
    const { done } = run(process, ({ onStop }) => {
      onStop('store', () => void closed.push('store'));
      onStop('door', () => Promise.resolve().then(() => void closed.push('door')));
      setImmediate(() => process.emit(signal, signal));
      return nothing();
    });
    await done;
    expect([closed, process.exits]).toEqual([['door', 'store'], [0]]);
    expect(process.listenerCount(signal)).toBe(0);
  });

  it('closes the rest when one part fails or takes too long, and exits with 1', async () => {
    const process = new FakeProcess();
    const closed: string[] = [];
    const { done, lines } = run(process, ({ onStop }) => {
      onStop('store', () => void closed.push('store'));
      onStop('broker', () => Promise.reject(new Error('already gone')));
      onStop('door', forever, 5);
      setImmediate(() => process.emit('SIGTERM', 'SIGTERM'));
      return nothing();
    });
    await done;
    expect([closed, process.exits]).toEqual([['store'], [1]]);
    expect(lines.join('')).toMatch(/"resource":"door"[^]*"resource":"broker"/);
  });

  it('exits at once on a second signal', async () => {
    const process = new FakeProcess();
    const { done } = run(process, ({ onStop }) => {
      onStop('door', () => {
        process.emit('SIGINT', 'SIGINT');
      });
      setImmediate(() => process.emit('SIGINT', 'SIGINT'));
      return nothing();
    });
    await done;
    expect(process.exits[0]).toBe(1);
    expect(process.err).toBe('SIGINT again: stopping at once, without waiting for open requests.\n');
  });

  it('that is stopped while it starts closes what it had opened, without complaint', async () => {
    const process = new FakeProcess();
    const closed: string[] = [];
    const { done } = run(process, async ({ onStop, signal }) => {
      onStop('store', () => void closed.push('store'));
      process.emit('SIGTERM', 'SIGTERM');
      await Promise.resolve();
      signal.throwIfAborted();
    });
    await done;
    expect([closed, process.exits, process.err]).toEqual([['store'], [0], '']);
  });

  it('that does not hear the signal while it starts is given up', async () => {
    const process = new FakeProcess();
    setImmediate(() => process.emit('SIGTERM', 'SIGTERM'));
    await run(process, forever, { startGraceMs: 5 }).done;
    expect(process.exits).toEqual([0]);
  });

  it.each(['unhandledRejection', 'uncaughtException'])('logs an %s, closes and exits with 1', async (fault) => {
    const process = new FakeProcess();
    const closed: string[] = [];
    const { done, lines } = run(process, ({ onStop }) => {
      onStop('store', () => void closed.push('store'));
      setImmediate(() => process.emit(fault, new Error('lost promise')));
      return nothing();
    });
    await done;
    expect([closed, process.exits]).toEqual([['store'], [1]]);
    expect(lines.join('')).toContain('lost promise');
  });
});

describe('an app that cannot start', () => {
  const startError = async (start: (context: Context) => Promise<void>, env: Record<string, string> = {}) => {
    const process = new FakeProcess([], env);
    await run(process, start).done;
    expect(process.err.trimEnd().split('\n')).toHaveLength(1);
    return { sentence: process.err.trimEnd(), exits: process.exits };
  };

  it('for a port in use names port, address and the variable that changes it', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const closed: string[] = [];
    const { sentence, exits } = await startError(
      async ({ config: { values }, onStop }) => {
        onStop('store', () => void closed.push('store'));
        await listen(() => undefined, { host: values.host, port: values.port });
      },
      { RETRIEVER_PORT: String(port) },
    );
    other.close();
    expect(sentence).toBe(
      `Port ${port} on 127.0.0.1 is in use by another program: stop that, or choose another port with RETRIEVER_PORT.`,
    );
    expect([exits, closed]).toEqual([[1], ['store']]);
  });

  it('for an address that is not its own says so', async () => {
    const { sentence } = await startError(() =>
      listen(() => undefined, { host: '192.0.2.1', port: 0 }).then(() => undefined),
    );
    expect(sentence).toContain('192.0.2.1 is not an address of this machine');
  });

  it('for the binding rule counts as misconfigured', async () => {
    const env = { ARBITER_HOST: '0.0.0.0' };
    const { sentence, exits } = await startError(({ config }) => {
      assertBindable({ host: config.values.host, authenticate: undefined });
      return nothing();
    }, env);
    expect(sentence).toContain('without a key');
    expect(exits).toEqual([2]);
  });

  it('for a reason of ours repeats it', async () => {
    const error = new ArbiterError('UNAVAILABLE', 'No broker listens at nats://127.0.0.1:4222.');
    expect(await startError(() => Promise.reject(error))).toEqual({ sentence: error.message, exits: [1] });
  });

  it('for any other reason names itself and shows no secret', async () => {
    const env = { ARBITER_API_KEY: 'correct-horse-battery' };
    const { sentence } = await startError(() => Promise.reject(new Error('bad correct-horse-battery\n at x')), env);
    expect(sentence).toBe('retriever-arm could not start: bad [redacted]');
  });
});

describe('the arguments of an app', () => {
  const outcome = async (argv: string[], env: Record<string, string> = {}) => {
    const process = new FakeProcess(argv, env);
    await run(process, () => Promise.reject(new Error('must not start'))).done;
    return process;
  };

  it('print the configuration without starting', async () => {
    const { out, exits } = await outcome(['--print-config'], { RETRIEVER_PORT: '9000' });
    expect(out).toMatch(/RETRIEVER_PORT=9000 +\(env\)/);
    expect(exits).toEqual([0]);
  });

  it('print the variables for --help', async () => {
    const { out, exits } = await outcome(['--help']);
    expect(out).toMatch(/RETRIEVER_PORT +Port\. whole number from 0 to 65535; default 8006\./);
    expect(exits).toEqual([0]);
  });

  it('that nobody knows are bad usage', async () => {
    const { err, exits } = await outcome(['--prot', '80']);
    expect(err).toContain('--config FILE, --print-config');
    expect(exits).toEqual([2]);
  });

  it('a bad configuration is bad usage, with every mistake', async () => {
    const { err, exits } = await outcome([], { RETRIEVER_PORT: 'x', LOG_LEVEL: 'loud' });
    expect(err).toMatch(/2 mistakes[^]*LOG_LEVEL is "loud"[^]*RETRIEVER_PORT is "x"/);
    expect(exits).toEqual([2]);
  });

  it('a configuration file that is not there is bad usage', async () => {
    expect((await outcome(['--config', 'gone.yaml'])).err).toContain('/nowhere/gone.yaml does not exist');
  });
});
