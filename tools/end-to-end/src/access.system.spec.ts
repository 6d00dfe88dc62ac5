import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@arbiter/testing';
import { LocalIssuer } from '@arbiter/testing/issuer';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_READER } from './environment.js';
import { send } from './http-calls.js';
import { WORKSPACE } from './installation.js';
import { Processes } from './processes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const OPERATOR = 'a-key-of-24-characters-!';
/** The file is looked at every second. */
const PATIENCE = { timeoutMs: 30_000, intervalMs: 100 };

const processes = new Processes();
const folders = new TemporaryFolders();
let issuer: LocalIssuer;
let folder: string;
let keysFile: string;
let standalone: RunningStandalone;

/** Through the program, as an operator makes them. */
async function keyOf(...words: string[]): Promise<string> {
  const made = await arbiter(['keys', '--file', keysFile, ...words]);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^arb_/) });
  return made.stdout.trim();
}
const arbiter = (args: readonly string[], credential?: string) =>
  WORKSPACE.arbiter(args, {
    cwd: folder,
    env: { ARBITER_DATA_DIR: folder, ...(credential !== undefined && { ARBITER_API_KEY: credential }) },
  });
const statusOf = async (url: string, credential: string, json?: object) =>
  (await send(url, { headers: { authorization: `Bearer ${credential}` }, ...(json && { json }) })).status;

beforeAll(async () => {
  issuer = await LocalIssuer.start();
  folder = await folders.create();
  keysFile = join(folder, 'keys.yaml');
  await keyOf('--create', 'first');
  standalone = await startStandaloneProcess(processes, {
    dataDir: await folders.create(),
    env: {
      ...NO_READER,
      ARBITER_API_KEY: OPERATOR,
      ARBITER_KEYS_FILE: keysFile,
      OIDC_ISSUER: issuer.url,
      OIDC_AUDIENCE: LocalIssuer.audience,
      OIDC_ROLES: 'staff=reader,chief=admin',
      OIDC_TENANT_CLAIM: 'org',
    },
  });
});
afterAll(async () => {
  await processes.stopAll();
  await issuer.stop();
  await folders.removeAll();
});

describe('a server with keys of a file and an issuer of tokens', () => {
  it('answers the command line by any of the three, and says what each may not', async () => {
    const editor = await keyOf('--create', 'editor', '--role', 'editor', '--tenant', 'acme', '--expires', '1d');
    const token = await issuer.token({ claims: { roles: ['staff'], org: 'acme' } });
    const { url } = standalone;
    await untilAdmitted(editor);
    const headers = { 'x-api-key': editor };
    const submitted = await send(`${url}/v1/jobs`, {
      json: { collection: 'acme.notes', sources: [{ kind: 'inline', name: 'note.md', content: 'The clock strikes.' }] },
      headers,
    });
    expect(submitted.status).toBe(202);
    const { id } = submitted.json() as { id: string };
    await until(async () => (await send(`${url}/v1/jobs/${id}`, { headers })).text.includes('"succeeded"'), PATIENCE);
    const search = ['--server', url, 'search', '-c', 'acme.notes', 'clock', '--json'];
    for (const credential of [OPERATOR, editor, token]) {
      expect(await arbiter(search, credential)).toMatchObject({ code: 0, stdout: expect.stringContaining('note.md') });
    }
    const foreign = await arbiter(['--server', url, 'search', '-c', 'bcme.notes', 'clock'], token);
    expect(foreign.code).not.toBe(0);
    expect(foreign.stderr).toContain('tenant');
    const refused = await arbiter(search, 'arb_no-such-key-at-all');
    expect(refused.code).not.toBe(0);
    expect(refused.stdout).toContain('no key of this server');
  });

  it('asks for them at every door, and shows metrics to whom they are for', async () => {
    const monitor = await keyOf('--create', 'prometheus', '--role', 'monitor');
    const tenant = await keyOf('--create', 'chief', '--role', 'admin', '--tenant', 'acme');
    const { url, retrieverUrl } = standalone;
    await untilAdmitted(tenant);
    for (const door of [url, retrieverUrl]) {
      expect(await statusOf(`${door}/metrics`, monitor)).toBe(200);
      expect(await statusOf(`${door}/metrics`, tenant)).toBe(403);
      expect((await send(`${door}/metrics`)).status).toBe(401);
    }
    expect(await statusOf(`${retrieverUrl}/search`, monitor, { query: 'clock' })).toBe(403);
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    };
    const mcp = (headers: Record<string, string>) =>
      send(`${url}/mcp`, { json: initialize, headers: { accept: 'application/json, text/event-stream', ...headers } });
    expect((await mcp({})).status).toBe(401);
    expect((await mcp({ authorization: `Bearer ${tenant}` })).status).toBe(200);
  });

  it('follows the file while it runs, and keeps what it knew while the file is broken', async () => {
    const key = await keyOf('--create', 'short-lived');
    await untilAdmitted(key);
    expect((await arbiter(['keys', '--revoke', 'short-lived', '--file', keysFile])).code).toBe(0);
    await until(async () => (await statusOf(`${standalone.url}/v1/domains`, key)) === 401, PATIENCE);
    const last = await keyOf('--create', 'last');
    await untilAdmitted(last);
    await appendFile(keysFile, '  - { name: "');
    await until(() => said().includes('keys file cannot be used'), PATIENCE);
    expect(await statusOf(`${standalone.url}/v1/domains`, last)).toBe(200);
    expect(said()).not.toContain(last);
  });

  it('does not start with a file that is not there', async () => {
    const started = startStandaloneProcess(processes, {
      dataDir: await folders.create(),
      env: { ...NO_READER, ARBITER_KEYS_FILE: join(folder, 'none.json') },
    });
    await expect(started).rejects.toThrow(/ARBITER_KEYS_FILE: there is no file/);
  });
});

const said = (): string => `${standalone.process.stdout()}${standalone.process.stderr()}`;

const untilAdmitted = (key: string): Promise<void> =>
  until(async () => (await statusOf(`${standalone.url}/v1/domains`, key)) !== 401, PATIENCE).then(() => undefined);
