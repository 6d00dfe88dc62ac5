import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { closeDoors, openDoor } from '../../test/door.fixture.js';
import { apiKeyAuthentication } from '../access/open-authentication.js';
import { PAGE_POLICY, servePages } from './serve-pages.js';

let parent: string;
let folder: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'arbiter-pages-'));
  folder = join(parent, 'site');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Page</title>');
  await writeFile(join(folder, 'assets/main-1a2b.js'), 'export {};');
  await writeFile(join(folder, '.hidden'), 'hidden');
  await writeFile(join(parent, 'secret.txt'), 'secret');
});
afterAll(() => rm(parent, { recursive: true }));
afterEach(closeDoors);

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', connection: 'close' };
const PROGRAM = { accept: '*/*', connection: 'close' };

async function urlOf(pages = folder): Promise<string> {
  const door = await openDoor({ openRoutes: servePages(pages), authenticate: apiKeyAuthentication('a-key') });
  return door.url;
}
const statusAt = async (path: string, headers: Record<string, string>, pages?: string) =>
  (await fetch((await urlOf(pages)) + path, { headers })).status;

describe('servePages', () => {
  it.each(['/', '/library', '/documents/d1?start=1&end=4'])(
    'serves the page at %s to a browser, without a key, under its policy',
    async (path) => {
      const response = await fetch(`${await urlOf()}${path}`, { headers: BROWSER });
      expect(await response.text()).toContain('<title>Page</title>');
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': PAGE_POLICY,
        'cache-control': 'no-cache',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
      });
    },
  );

  it('serves its files for good, since their names change with what is in them', async () => {
    const { status, headers } = await fetch(`${await urlOf()}/assets/main-1a2b.js`, { headers: PROGRAM });
    expect([status, headers.get('content-security-policy')]).toEqual([200, PAGE_POLICY]);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toMatch(/javascript/);
  });

  it('serves `/` to whoever accepts anything, other pages to browsers alone, and nothing where nothing was built', async () => {
    expect(await statusAt('/', PROGRAM)).toBe(200);
    expect(await statusAt('/library', PROGRAM)).toBe(401);
    expect(await statusAt('/', BROWSER, join(parent, 'absent'))).toBe(401);
  });

  // An old page asks for old files.
  it.each(['/v1/things/ab', '/v1/nothing', '/mcp', '/metrics', '/search', '/assets/gone-9.js'])(
    'leaves %s to programs, whatever a browser accepts',
    async (path) => {
      const response = await fetch(`${await urlOf()}${path}`, { headers: BROWSER });
      expect(response.status).toBe(401);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
    },
  );

  it.each(['/../secret.txt', '/assets/../../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/.hidden'])(
    'serves nothing outside the folder, and nothing hidden: %s',
    async (path) => {
      // The path as it stands: `fetch` would resolve its dots.
      const sent = request(await urlOf(), { path, agent: false, headers: PROGRAM }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      expect(response.resume().statusCode).not.toBe(200);
    },
  );
});
