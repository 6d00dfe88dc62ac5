import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = resolve(import.meta.dirname, '../../..');

interface Report {
  readonly file: string;
  readonly clockMs: number;
  readonly processorMs: number;
  readonly outside: readonly string[];
}

interface Run {
  readonly status: number | null;
  readonly stderr: string;
  readonly stdout: string;
  readonly costs: readonly Report[];
}

const IMPORTS = "import { expect, it } from '@jest/globals';\n";
const STARTS_A_PROGRAM = `${IMPORTS}import { execFile } from 'node:child_process';
it('passes', async () => { await new Promise((done) => execFile('true', done)); });`;

const SPECS: Readonly<Record<string, string>> = {
  'stays.spec.ts': `${IMPORTS}import { createServer, connect } from 'node:net';
it('passes', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  await new Promise((done) => connect(server.address().port, '127.0.0.1').resume().once('close', done));
  await new Promise((done) => connect(1, '127.0.0.1').once('error', done));
  server.close();
});`,
  'starts.spec.ts': STARTS_A_PROGRAM,
  'waits.spec.ts': `${IMPORTS}import { spawnSync } from 'node:child_process';
it('passes', () => { spawnSync('true'); });`,
  'connects.spec.ts': `${IMPORTS}import { connect } from 'node:net';
it('passes', async () => {
  const socket = connect(Number(process.env.OTHER_PORT), '127.0.0.1');
  await new Promise((done) => socket.once('connect', done));
  socket.destroy();
});`,
  'loads.spec.ts': `${IMPORTS}import { Worker } from 'node:worker_threads';
it('passes', async () => {
  const thread = new Worker('', { eval: true, workerData: { folder: '${root}/libs/models/reader-bge-small/model' } });
  await new Promise((done) => thread.once('exit', done));
});`,
  'starts.system.spec.ts': STARTS_A_PROGRAM,
  'starts.soak.spec.ts': STARTS_A_PROGRAM,
};

describe('tiers of specs', () => {
  let folder: string;
  // Another program than the worker of the spec: this one.
  let other: Server;
  let port: number;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'arbiter-tiers-'));
    for (const [name, text] of Object.entries(SPECS)) writeFileSync(join(folder, name), text);
    other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    port = (other.address() as AddressInfo).port;
  });
  afterAll(() => {
    other.close();
    rmSync(folder, { recursive: true });
  });

  function runJest(tier: string): Run {
    const costsFile = join(folder, `${tier}.json`);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/jest/bin/jest.js'),
        `--config=${join(root, 'jest.config.mjs')}`,
        `--rootDir=${folder}`,
        '--maxWorkers=2',
        '--reporters=default',
        `--reporters=${join(root, 'tools/jest/test-counts.reporter.mjs')}`,
      ],
      {
        encoding: 'utf8',
        cwd: root,
        env: {
          ...process.env,
          ARBITER_TEST_TIER: tier,
          ARBITER_TEST_COUNTS: '',
          ARBITER_TEST_COSTS: costsFile,
          OTHER_PORT: `${port}`,
        },
      },
    );
    return { status, stdout, stderr, costs: JSON.parse(readFileSync(costsFile, 'utf8')) as Report[] };
  }

  it('fail a logic spec that leaves its process, and say where it belongs', () => {
    const { status, stdout, stderr, costs } = runJest('logic');
    expect(status).toBe(1);
    expect(stdout).toContain('5 passed, 4 failed, 0 skipped');
    const outside = Object.fromEntries(costs.map((cost) => [cost.file, cost.outside]));
    expect(outside).toEqual({
      'stays.spec.ts': [],
      'starts.spec.ts': ['starts true'],
      'waits.spec.ts': ['starts true'],
      'connects.spec.ts': [`connects to port ${port}`],
      'loads.spec.ts': ['loads a shipped network'],
    });
    expect(stderr.replace(/\s+/g, ' ')).toContain(
      'starts.spec.ts is a logic spec, and not all of it runs in this process. It starts true. Rename it to starts.system.spec.ts',
    );
  });

  it('let the specs of programs do it, each tier alone', () => {
    for (const tier of ['system', 'soak']) {
      const { status, costs } = runJest(tier);
      expect([status, costs.map(({ file }) => file)]).toEqual([0, [`starts.${tier}.spec.ts`]]);
    }
  });

  it('are refused by a name that no tier has', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'node_modules/jest/bin/jest.js')], {
      encoding: 'utf8',
      cwd: root,
      env: { ...process.env, ARBITER_TEST_TIER: 'sytem' },
    });
    expect(status).toBe(1);
    expect(stderr).toContain('ARBITER_TEST_TIER: there is no "sytem"; there are logic, system, soak.');
  });

  it('are measured by the clock and by processors, programs included', () => {
    const { costs } = runJest('system');
    expect(costs[0]?.clockMs).toBeGreaterThan(0);
    expect(costs[0]?.processorMs).toEqual(expect.any(Number));
  });
});
