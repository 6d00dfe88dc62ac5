import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { until } from '@arbiter/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_READER } from '../environment.js';
import { WORKSPACE } from '../installation.js';
import { Processes } from '../processes.js';
import { startStandaloneProcess } from '../servers.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { noBrowser, type OpenedPage, TestBrowser } from './browser.js';
import { faultsOf } from './check-page.js';

const READY_MS = 240_000;
const absent = noBrowser();
const SESSION = '/v1/console/session';

/** What a page asks with. */
interface PageRequest {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
  readonly credentials?: 'include';
  readonly mode?: 'no-cors';
}

/** Status of what a page asks for; undefined where the browser does not let it read the answer. */
const ask = ({ page }: OpenedPage, address: string, request: PageRequest = {}): Promise<number | undefined> =>
  page.evaluate(
    ([url, init]) =>
      fetch(url, init).then(
        ({ status }) => status,
        () => undefined,
      ),
    [address, request] as const,
  );

async function signIn({ page }: OpenedPage, key: string): Promise<void> {
  await page.getByLabel('Key').fill(key);
  await page.keyboard.press('Enter');
}

(absent === null ? describe : describe.skip)(`a browser at the door${absent === null ? '' : `: ${absent}`}`, () => {
  const processes = new Processes();
  const folders = new TemporaryFolders();
  let browser: TestBrowser;
  let url: string;
  let key: string;
  let keys: Readonly<Record<'reader' | 'monitor', string>>;
  let elsewhere: Server;
  let opened: OpenedPage;
  const others: OpenedPage[] = [];

  beforeAll(async () => {
    const dataDir = await folders.create();
    const keysFile = join(dataDir, 'keys.json');
    const make = async (role: string) => {
      const args = ['keys', '--file', keysFile, '--create', role, '--role', role];
      return (await WORKSPACE.arbiter(args, { cwd: dirname(keysFile), env: {} })).stdout.trim();
    };
    key = await make('admin');
    keys = { reader: await make('reader'), monitor: await make('monitor') };
    const env = { ...NO_READER, ARBITER_KEYS_FILE: keysFile };
    [{ url }, browser] = await Promise.all([startStandaloneProcess(processes, { dataDir, env }), TestBrowser.start()]);
    elsewhere = createServer((_req, res) => res.setHeader('content-type', 'text/html').end('<p>a page</p>'));
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    // What is tested is the cookie, not the policy of a page: it may ask from an address that shows nothing.
    opened = await browser.open(`${url}/openapi.json`, { bypassCSP: true });
  }, READY_MS);
  afterEach(async () => {
    for (const other of others.splice(0)) await browser.leave(other);
  });
  afterAll(async () => {
    elsewhere.close();
    await browser.close();
    await processes.stopAll();
    await folders.removeAll();
  });

  async function open(path: string): Promise<OpenedPage> {
    const other = await browser.open(`${url}${path}`);
    others.push(other);
    return other;
  }

  it('reads the API under its policy, and finds a schema by its link', async () => {
    const docs = await open('/docs');
    await docs.page.getByText('Make a key.').click();
    await docs.page.getByRole('link', { name: 'OrchestratorCreateKeyRequest' }).first().click();
    expect(await docs.page.locator('#schemas-OrchestratorCreateKeyRequest').isVisible()).toBe(true);
    expect(docs.complaints).toEqual({ said: [], strangers: [] });
  });

  it('lets in with a key that an admin made at the page, and asks again once it is revoked', async () => {
    const admin = await open('/settings');
    await signIn(admin, 'arb_wrong');
    await admin.page.locator('[role="alert"]', { hasText: /key/ }).waitFor();
    expect(await faultsOf(admin, /status of 401/)).toEqual([]);
    await signIn(admin, key);
    await admin.page.getByLabel('Name', { exact: true }).fill('harbour');
    await admin.page.getByRole('button', { name: 'Make a key' }).click();
    const made = await admin.page.locator('.secret').innerText();
    await admin.page.getByRole('button', { name: 'I have it' }).click();
    await admin.page.getByText(made).waitFor({ state: 'detached' });

    const guest = await open('/?q=Who%20keeps%20it%3F');
    await signIn(guest, made);
    const field = guest.page.getByLabel('Your question');
    await field.waitFor();
    expect(await field.inputValue()).toBe('Who keeps it?');
    await admin.page.getByRole('button', { name: 'Revoke harbour' }).click();
    await admin.page.getByRole('button', { name: 'Revoke harbour now' }).click();
    await admin.page.getByRole('rowheader', { name: 'harbour' }).waitFor({ state: 'detached' });
    expect(await faultsOf(admin, /status of 401/)).toEqual([]);
    const who = `fetch('${SESSION}').then((response) => response.json())`;
    await until(async () => !(await guest.page.evaluate<{ isSignedIn: boolean }>(who)).isSignedIn);
    await field.fill('And now?');
    await guest.page.keyboard.press('Enter');
    await guest.page.getByLabel('Key').waitFor();
    await guest.page.getByText('your key was revoked').waitFor();
  });

  it('shows a reader nothing that would be refused', async () => {
    const guest = await open('/library');
    await signIn(guest, keys.reader);
    for (const name of ['Library', 'Quality', 'Settings']) {
      await guest.page.getByRole('link', { name }).click();
      await guest.page.getByRole('heading', { level: 1, name }).waitFor();
      await guest.page.waitForLoadState('networkidle');
      expect(await guest.page.getByRole('alert').count()).toBe(0);
      expect(await guest.page.getByRole('button', { name: /Delete|Choose files|Read/ }).count()).toBe(0);
    }
    expect(await faultsOf(guest)).toEqual([]);
  });

  it('says of a key for metrics that it opens no page', async () => {
    const guest = await open('/library');
    await signIn(guest, keys.monitor);
    await guest.page.getByText('opens no page').waitFor();
    await signIn(guest, keys.reader);
    await guest.page.getByRole('heading', { level: 1, name: 'Library' }).waitFor();
  });

  it('is let in by a cookie that no script sees, once it has shown a key', async () => {
    expect(await ask(opened, `${url}/v1/domains`)).toBe(401);
    const body = JSON.stringify({ key });
    const headers = { 'content-type': 'application/json' };
    expect(await ask(opened, url + SESSION, { method: 'POST', headers, body })).toBe(200);
    expect(await ask(opened, `${url}/v1/domains`)).toBe(200);
    expect(await ask(opened, `${url}/metrics`)).toBe(401);
    expect(await opened.page.evaluate('document.cookie')).toBe('');
    expect(await ask(opened, `${url}/v1/documents/none`, { method: 'DELETE', headers })).toBe(404);
  });

  it.each([
    ['127.0.0.1', 'of another port, to which the browser gives the cookie', 403],
    ['localhost', 'of another site, to which it does not', 401],
  ])('a page at %s, %s, gets nothing with it', async (host, _what, status) => {
    const { port } = elsewhere.address() as AddressInfo;
    const page = await opened.context.newPage();
    const statuses: number[] = [];
    await page.goto(`http://${host}:${port}/`);
    // The page itself is told of no answer (Cross-Origin-Resource-Policy), nor is a listener of responses.
    const devtools = await opened.context.newCDPSession(page);
    await devtools.send('Network.enable');
    devtools.on('Network.responseReceivedExtraInfo', ({ statusCode, headers }) => {
      if ('Arbiter-Request-Id' in headers) statuses.push(statusCode);
    });
    const foreign: OpenedPage = { ...opened, page };
    const blind: PageRequest = { mode: 'no-cors', credentials: 'include' };
    await ask(foreign, `${url}/v1/domains`, blind);
    await ask(foreign, url + SESSION, { ...blind, method: 'POST', body: '{"key":"x"}' });
    await page.close();
    expect(statuses).toEqual([status, 403]);
  });

  it('is let in no more once it has signed out', async () => {
    expect(await ask(opened, url + SESSION, { method: 'DELETE' })).toBe(204);
    expect(await ask(opened, `${url}/v1/domains`)).toBe(401);
  });
});
