import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_READER } from '../environment.js';
import { Processes } from '../processes.js';
import { type RunningStandalone, startStandaloneProcess } from '../servers.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { noBrowser, type OpenedPage, TestBrowser } from './browser.js';

const absent = noBrowser();
const describeWithBrowser = absent === null ? describe : describe.skip;

const KEY = 'a-key-that-a-person-shows-to-the-page';
const SESSION = '/v1/console/session';

/** What a page asks with. */
interface PageRequest {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
  readonly credentials?: 'include';
  readonly mode?: 'no-cors';
}

describeWithBrowser(`a browser at the door${absent === null ? '' : ` (skipped: ${absent})`}`, () => {
  const processes = new Processes();
  const folders = new TemporaryFolders();
  let browser: TestBrowser;
  let server: RunningStandalone;
  let elsewhere: Server;
  let opened: OpenedPage;

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

  beforeAll(async () => {
    browser = await TestBrowser.start();
    server = await startStandaloneProcess(processes, {
      dataDir: await folders.create(),
      env: { ...NO_READER, ARBITER_API_KEY: KEY },
    });
    elsewhere = createServer((_req, res) => res.setHeader('content-type', 'text/html').end('<p>a page</p>'));
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    // What is tested is the cookie, not the policy of a page: it may ask from an address that shows nothing.
    opened = await browser.open(`${server.url}/openapi.json`, { bypassCSP: true });
  });
  afterAll(async () => {
    elsewhere.close();
    await browser.close();
    await processes.stopAll();
    await folders.removeAll();
  });

  it('reads the API under its policy, and finds a schema by its link', async () => {
    const docs = await browser.open(`${server.url}/docs`);
    await docs.page.getByText('Make a key.').click();
    await docs.page.getByRole('link', { name: 'OrchestratorCreateKeyRequest' }).first().click();
    expect(await docs.page.locator('#schema-OrchestratorCreateKeyRequest pre').isVisible()).toBe(true);
    expect(docs.complaints).toEqual({ said: [], strangers: [] });
  });

  it('is let in by a cookie that no script sees, once it has shown a key', async () => {
    expect(await ask(opened, `${server.url}/v1/domains`)).toBe(401);
    const body = JSON.stringify({ key: KEY });
    const headers = { 'content-type': 'application/json' };
    expect(await ask(opened, server.url + SESSION, { method: 'POST', headers, body })).toBe(200);
    expect(await ask(opened, `${server.url}/v1/domains`)).toBe(200);
    expect(await ask(opened, `${server.url}/metrics`)).toBe(401);
    expect(await opened.page.evaluate('document.cookie')).toBe('');
    const change = { method: 'DELETE', headers };
    expect(await ask(opened, `${server.url}/v1/documents/none`, change)).toBe(404);
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
    await ask(foreign, `${server.url}/v1/domains`, blind);
    await ask(foreign, server.url + SESSION, { ...blind, method: 'POST', body: '{"key":"x"}' });
    await page.close();
    expect(statuses).toEqual([status, 403]);
  });

  it('is let in no more once it has signed out', async () => {
    expect(await ask(opened, server.url + SESSION, { method: 'DELETE' })).toBe(204);
    expect(await ask(opened, `${server.url}/v1/domains`)).toBe(401);
  });
});
