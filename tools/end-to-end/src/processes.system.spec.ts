import { afterAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@arbiter/testing';
import { Processes, type ProcessOptions } from './processes.js';

const processes = new Processes();
afterAll(() => processes.stopAll());

const node = (script: string, options: Partial<ProcessOptions> = {}): ProcessOptions => ({
  command: process.execPath,
  args: ['-e', script],
  ...options,
});
const STAY = 'setInterval(() => {}, 1000);';

/** Signal 0 asks whether the process is there, and does nothing to it. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('Processes', () => {
  it('waits until the line is written, and gives the output', async () => {
    const script = `console.error('starting'); setTimeout(() => console.log('listening on 7'), 50); ${STAY}`;
    const child = await processes.start(node(script, { readyLine: /listening on \d/ }));
    expect(child.stdout()).toBe('listening on 7\n');
    expect(child.stderr()).toBe('starting\n');
    expect(isAlive(child.pid)).toBe(true);
  });

  it('waits until the URL answers 2xx, not merely answers', async () => {
    const port = await freePort();
    const script = `let asked = 0; require('node:http').createServer((_, response) => {
      response.statusCode = ++asked < 3 ? 503 : 200; response.end(String(asked));
    }).listen(${port}, '127.0.0.1');`;
    const readyUrl = `http://127.0.0.1:${port}/health/ready`;
    await processes.start(node(script, { readyUrl }));
    expect(await (await fetch(readyUrl)).text()).toBe('4');
  });

  it('says how a process ended that was asked to stop', async () => {
    const graceful = await processes.start(
      node(`process.on('SIGTERM', () => process.exit(7)); console.log('up'); ${STAY}`, { readyLine: 'up' }),
    );
    expect(await graceful.stop()).toEqual({ code: 7, signal: null });
    expect(isAlive(graceful.pid)).toBe(false);
    expect(await graceful.stop()).toEqual({ code: 7, signal: null });
    const killed = await processes.start(node(STAY));
    expect(await killed.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('quotes the output of a process that ends before it is ready', async () => {
    await expect(
      processes.start(node(`console.error('port in use'); process.exit(1)`, { readyLine: 'up' })),
    ).rejects.toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('port in use') });
  });

  it('ends a process that is not ready in time', async () => {
    const script = `console.log(process.pid); ${STAY}`;
    const thrown: unknown = await processes
      .start(node(script, { readyLine: 'never', timeoutMs: 1_000 }))
      .catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    const { details } = thrown as { details: { stdout: string } };
    expect(Number(details.stdout)).toBeGreaterThan(0);
    expect(isAlive(Number(details.stdout))).toBe(false);
  });

  it('says that a command does not exist', async () => {
    await expect(processes.start({ command: '/no/such/command' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('gives the child the variables it was told, and none of the developer’s own', async () => {
    process.env.ARBITER_OF_A_DEVELOPER = 'yes';
    const script = `console.log(JSON.stringify(process.env)); ${STAY}`;
    const child = await processes.start(node(script, { readyLine: '}', env: { ARBITER_DATA_DIR: 'data' } }));
    expect(JSON.parse(child.stdout())).toMatchObject({ ARBITER_DATA_DIR: 'data', PATH: process.env.PATH });
    expect(child.stdout()).not.toContain('ARBITER_OF_A_DEVELOPER');
  });

  it('stops all that still run', async () => {
    const own = new Processes();
    const pids = (await Promise.all([own.start(node(STAY)), own.start(node(STAY))])).map(({ pid }) => pid);
    await own.stopAll();
    expect(pids.map(isAlive)).toEqual([false, false]);
  });
});
