import { setTimeout as delay } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, soakSample, until } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import { NO_READER } from './environment.js';
import { send } from './http-calls.js';
import { WORKSPACE } from './installation.js';
import { Processes } from './processes.js';
import { type RunningStandalone, startStandaloneProcess } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

/**
 * Every variable that some arm's schema calls a secret, as the page that is written from the schemas has them: to load all arms for
 * their names took longer than to start a server.
 */
const ENVIRONMENT_PAGE = readFileSync(join(WORKSPACE.root, 'docs', 'environment.md'), 'utf8');
const SECRETS = [
  ...new Set(ENVIRONMENT_PAGE.split('\n').flatMap((row) => /^- \*\*`([A-Z_]+)`\*\*: .* Secret\./.exec(row)?.[1] ?? [])),
].sort();

/** Long enough for a key that signs. */
const markerOf = (env: string): string => `planted-${env.toLowerCase().replaceAll('_', '-')}-7731-of-some-length`;
/** Most take any text; what is sent with traces has names. */
const ALL = Object.fromEntries(
  SECRETS.map((env) => [env, env === 'OTEL_EXPORTER_OTLP_HEADERS' ? `authorization=${markerOf(env)}` : markerOf(env)]),
);
const STARTED_MS = 60_000;
/** In which one that starts in spite of what is wrong asks for what is not there. */
const SETTLED_MS = 5_000;

/** Names of the variables whose secrets stand in a text, as they are or in a form that a URL or header gives them. */
function leakedIn(text: string): string[] {
  return SECRETS.filter((env) => {
    const marker = markerOf(env);
    return [marker, Buffer.from(marker).toString('base64').slice(0, -4)].some((form) => text.includes(form));
  });
}

/** What makes a start fail. */
const FAILING_STARTS: readonly [string, () => Record<string, string> | Promise<Record<string, string>>][] = [
  ['a store that is not there', async () => ({ QDRANT_URL: await nobody() })],
  [
    'a broker with a password that is not there',
    async () => ({ NATS_URL: (await nobody()).replace('http://', 'nats://u:p4ssw0rd-7731@') }),
  ],
  ['secrets that no schema takes', () => Object.fromEntries(SECRETS.map((env) => [env, `${markerOf(env)}\n\u0000é`]))],
  ['a setting that is wrong', () => ({ ORCHESTRATOR_PORT: 'none', VALIDATION_LLM: 'nobody' })],
  ['an address that nobody may listen at', () => ({ ARBITER_HOST: '203.0.113.255' })],
];

describe('secrets of the configuration', () => {
  const processes = new Processes();
  const folders = new TemporaryFolders();
  afterAll(async () => {
    await processes.stopAll();
    await folders.removeAll();
  });

  it('are known from the schemas', () => {
    expect(SECRETS).toEqual(expect.arrayContaining(['ARBITER_API_KEY', 'OPENAI_API_KEY', 'QDRANT_API_KEY']));
    expect(leakedIn(`x ${markerOf('OPENAI_API_KEY')}`)).toEqual(['OPENAI_API_KEY']);
  });

  it.each(soakSample('starts that fail', FAILING_STARTS, 2))(
    'are in no output of a start that fails: %s',
    async (_, broken) => {
      const dataDir = await folders.create();
      const env = {
        ...ALL,
        ...NO_READER,
        ARBITER_DATA_DIR: dataDir,
        ORCHESTRATOR_PORT: `${await freePort()}`,
        RETRIEVER_PORT: `${await freePort()}`,
        LOG_LEVEL: 'debug',
        ...(await broken()),
      };
      const run = await processes.start({
        command: process.execPath,
        args: [WORKSPACE.main('standalone')],
        cwd: dataDir,
        env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replaceAll('\u0000', '')])),
      });
      let hasEnded = false;
      void run.exited.then(() => (hasEnded = true));
      await until(() => hasEnded || run.stdout().includes('"msg":"ready"'), { timeoutMs: STARTED_MS });
      await Promise.race([run.exited, delay(SETTLED_MS)]);
      const output = `${run.stdout()}${run.stderr()}`;
      expect(output).not.toBe('');
      expect(leakedIn(output)).toEqual([]);
      expect(output).not.toContain('p4ssw0rd-7731');
      await run.stop();
    },
    180_000,
  );

  describe('of a server whose models do not answer', () => {
    let server: RunningStandalone;
    let dataDir: string;
    const headers = { authorization: `Bearer ${markerOf('ARBITER_API_KEY')}` };
    beforeAll(async () => {
      dataDir = await folders.create();
      const host = await nobody();
      server = await startStandaloneProcess(processes, {
        dataDir,
        env: {
          ...ALL,
          ...NO_READER,
          // Whose secret it is.
          OIDC_CLIENT_ID: 'pages',
          OIDC_ISSUER: 'http://127.0.0.1:9',
          OIDC_AUDIENCE: 'arbiter',
          OIDC_ROLES: 'staff=reader',
          LOG_LEVEL: 'debug',
          LOG_QUERIES: 'true',
          OPENAI_BASE_URL: `${host}/v1`,
          SYNTHESIS_MODEL: 'openai/nobody',
          PLANNER_MODEL: 'openai/nobody',
          VALIDATION_LLM: 'openai',
          VALIDATION_MODEL: 'nobody',
        },
      });
    }, 240_000);

    it('are in no answer, error, metric, log or file', async () => {
      const source = { kind: 'inline', name: 'a.md', content: '# The mill\n\nThe mill is kept by Mara Vint.' };
      const calls = [
        ['/v1/jobs', { json: { collection: 'c', sources: [source] }, headers }],
        ['/v1/query', { json: { query: 'Who keeps the mill?' }, headers }],
        ['/agentic_search', { json: { query: 'Who keeps the mill?' }, headers }],
        ['/v1/query', { json: { query: 'Who?' }, headers: { authorization: 'Bearer wrong-key-of-a-stranger' } }],
        ['/v1/query', { json: { query: 7, collections: 'x' }, headers }],
        ['/v1/nothing', { headers }],
        ['/metrics', { headers }],
        ['/health/ready', {}],
        ['/openapi.json', {}],
        ['/v1/answers', { headers }],
      ] as const;
      const bodies: string[] = [];
      for (const [path, call] of calls) {
        const { text, headers: told } = await send(`${server.url}${path}`, call);
        bodies.push(text, JSON.stringify(Object.fromEntries(told)));
        if (path === '/v1/jobs') await delay(5_000);
      }
      await server.process.stop();
      expect(leakedIn(bodies.join('\n'))).toEqual([]);
      expect(leakedIn(`${server.process.stdout()}${server.process.stderr()}`)).toEqual([]);
      expect(leakedIn(await everythingIn(dataDir))).toEqual([]);
      expect(bodies.join('\n')).toContain('Mara Vint');
    }, 240_000);
  });
});

/** An address of this machine where nobody listens. */
async function nobody(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}

async function everythingIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  if (files.length === 0) throw new ArbiterError('NOT_FOUND', `There is nothing in ${folder}.`);
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n');
}
