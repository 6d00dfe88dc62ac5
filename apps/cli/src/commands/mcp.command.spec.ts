import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { runArbiter, type ArbiterWorld } from '../../test/run-arbiter.js';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
function lines(...messages: object[]): string {
  return messages.map((message) => `${JSON.stringify(message)}\n`).join('');
}

/** Runs `arbiter mcp` with these messages on its standard input, which ends after them. */
async function runMcp(stdin: ArbiterWorld['stdin'] & {}, world: ArbiterWorld = {}, argv: readonly string[] = []) {
  const run = await runArbiter([...argv, 'mcp'], { stdin, ...world });
  const messages = run.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { id?: number; result?: Record<string, unknown> });
  return { ...run, messages };
}

describe('arbiter mcp', () => {
  it('serves the library of this folder until its client closes the pipe', async () => {
    const run = await runMcp(lines(INITIALIZE));
    expect(run).toMatchObject({ exitCode: 0, closed: 1 });
    expect(run.opened).toMatchObject([{ http: false, readOnly: false }]);
    expect(run.messages).toMatchObject([{ id: 1, result: { serverInfo: { name: 'arbiter' } } }]);
  });

  it('writes nothing but messages to its standard output', async () => {
    const run = await runMcp(`no JSON\n${lines(INITIALIZE)}`, {}, ['--json']);
    expect(run.messages.map(({ id }) => id)).toEqual([1]);
    expect(run.stderr).toContain('to an MCP client');
  });

  it('stops in order when it is told to', async () => {
    const signals = new EventEmitter();
    // The pipe stays open: only the signal ends this.
    const endless = (async function* () {
      yield Buffer.from(lines(INITIALIZE));
      setImmediate(() => signals.emit('SIGTERM'));
      await new Promise(() => undefined);
    })();
    const run = await runMcp(endless, { signals });
    expect(run).toMatchObject({ exitCode: 0, closed: 1 });
  });

  it('says who holds the library when it cannot be opened for writing', async () => {
    const run = await runMcp('', { holder: { pid: 4711, url: null } });
    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toContain('Process 4711 is writing to the data directory');
  });
});
