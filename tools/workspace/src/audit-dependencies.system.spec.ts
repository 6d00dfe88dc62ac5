import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '../workspace-packages.mjs';

const SCRIPT = join(workspaceRoot, 'tools/workspace/audit-dependencies.mjs');
/** npm's own start is most of it. */
const LIMIT_MS = 120_000;

describe('the audit of production dependencies', () => {
  let folder: string;
  let registry: Server;
  /** What the registry knows about packages; null when it does not answer audits. */
  let advisories: object | null;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'arbiter-audit-'));
    const name = 'subject';
    const dependencies = { 'left-pad': '1.3.0' };
    const devDependencies = { 'right-pad': '1.0.1' };
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name, version: '1.0.0', dependencies, devDependencies }),
    );
    const packages = {
      '': { name, version: '1.0.0', dependencies, devDependencies },
      'node_modules/left-pad': { version: '1.3.0' },
      'node_modules/right-pad': { version: '1.0.1', dev: true },
    };
    const lock = { name, version: '1.0.0', lockfileVersion: 3, requires: true, packages };
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    registry = createServer((request, response) => {
      if (advisories !== null && request.url?.endsWith('/advisories/bulk')) {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
        response.end(gzipSync(JSON.stringify(advisories)));
      } else if (request.url === '/left-pad' || request.url === '/right-pad') {
        const packument = { name: request.url.slice(1), versions: { '1.3.0': {}, '1.0.1': {} }, 'dist-tags': {} };
        response.end(JSON.stringify(packument));
      } else {
        response.writeHead(405).end();
      }
    });
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    registry.close();
    rmSync(folder, { recursive: true });
  });

  const audit = () =>
    new Promise<{ code: unknown; stdout: string }>((resolve) => {
      const { port } = registry.address() as AddressInfo;
      const env = {
        ...process.env,
        npm_config_registry: `http://127.0.0.1:${port}/`,
        npm_config_cache: join(folder, 'cache'),
        npm_config_update_notifier: 'false',
      };
      execFile(process.execPath, [SCRIPT, folder], { env }, (error, stdout) => {
        resolve({ code: error?.code ?? 0, stdout });
      });
    });

  const advisory = (severity: string) => [
    { id: 1, url: 'https://example.org/1', title: 'bad', severity, vulnerable_versions: '<2.0.0', cwe: [], cvss: {} },
  ];

  it(
    'fails on one that is high, and names the package',
    async () => {
      advisories = { 'left-pad': advisory('high') };
      const { code, stdout } = await audit();
      expect([code, stdout]).toEqual([1, expect.stringContaining('high: left-pad')]);
    },
    LIMIT_MS,
  );

  it(
    'passes with one that is moderate',
    async () => {
      advisories = { 'left-pad': advisory('moderate') };
      expect(await audit()).toEqual({ code: 0, stdout: expect.stringMatching(/^1 vulnerable of \d+ production/) });
    },
    LIMIT_MS,
  );

  it(
    'passes, and says so, when the registry does not answer audits',
    async () => {
      advisories = null;
      expect(await audit()).toEqual({ code: 0, stdout: expect.stringMatching(/^Not audited: 405/) });
    },
    LIMIT_MS,
  );
});
