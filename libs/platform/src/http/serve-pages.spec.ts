import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
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

/** The path as it stands: `fetch` would resolve its dots. */
function statusOf(url: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { path, agent: false, headers: PROGRAM }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('servePages', () => {
  it.each(['/', '/library', '/documents/d1?start=1&end=4'])(
    'serves the page at %s to a browser, without a key, under its policy',
    async (path) => {
      const response = await fetch(`${await urlOf()}${path}`, { headers: BROWSER });
      expect(response.status).toBe(200);
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
    const response = await fetch(`${await urlOf()}/assets/main-1a2b.js`, { headers: PROGRAM });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-security-policy')).toBe(PAGE_POLICY);
    expect(response.headers.get('content-type')).toMatch(/javascript/);
  });

  it('serves `/` to whoever accepts anything, and other pages to browsers alone', async () => {
    const url = await urlOf();
    expect((await fetch(url, { headers: PROGRAM })).status).toBe(200);
    expect((await fetch(`${url}/library`, { headers: PROGRAM })).status).toBe(401);
  });

  it.each(['/v1/things/ab', '/v1/nothing', '/mcp', '/metrics', '/search'])(
    'leaves %s to programs, whatever a browser accepts',
    async (path) => {
      const response = await fetch(`${await urlOf()}${path}`, { headers: BROWSER });
      expect(response.status).toBe(401);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
    },
  );

  it('answers a file that is not there with a problem, and no page: an old page asks for old files', async () => {
    const response = await fetch(`${await urlOf()}/assets/gone-9.js`, { headers: BROWSER });
    expect(response.status).toBe(401);
  });

  it.each(['/../secret.txt', '/assets/../../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/.hidden'])(
    'serves nothing outside the folder, and nothing hidden: %s',
    async (path) => {
      expect(await statusOf(await urlOf(), path)).not.toBe(200);
    },
  );

  it('serves nothing where nothing was built', async () => {
    const response = await fetch(await urlOf(join(parent, 'absent')), { headers: BROWSER });
    expect(response.status).toBe(401);
  });
});
