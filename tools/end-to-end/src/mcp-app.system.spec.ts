import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createMcpServer } from '@arbiter/mcp-server';
import { ScriptedCaller } from '@arbiter/testing';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { noBrowser, TestBrowser, type OpenedPage } from './console/browser.js';

const HOSTILE = '<img src=x onerror="parent.postMessage(1)"> <b>bold</b>';
const CITATION = {
  marker: 1,
  quote: `The price is 9 wicks. ${HOSTILE}`,
  title: HOSTILE,
  section: ['Prices'],
  source: 'market.md',
  page: 2,
  url: 'https://library.invalid/documents/d1?start=0&end=21',
};
const ANSWER = {
  status: 'answered',
  answer: `At 9 wicks. [1] ${HOSTILE}`,
  confidence: 0.91,
  citations: [CITATION],
  notices: ['One source is old.'],
  degraded: [],
};

const reason = noBrowser();
(reason === null ? describe : describe.skip)(`the page of an answer in a host (${reason ?? 'in a browser'})`, () => {
  let browser: TestBrowser;
  let server: Server;
  let url: string;
  let html: string;

  beforeAll(async () => {
    html = await appPage();
    server = createServer((_req, res) => res.end(hostPage(html)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    browser = await TestBrowser.start();
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  /** The page in its frame, once it has told its host that it is ready. */
  async function open(theme: string, result: object): Promise<OpenedPage> {
    const opened = await browser.open(`${url}?theme=${theme}`);
    await opened.page.waitForFunction('window.heard.includes("ui/notifications/initialized")');
    await opened.page.evaluate(`window.show(${JSON.stringify(result)})`);
    return opened;
  }

  it.each([
    ['light', 'rgb(27, 27, 24)'],
    ['dark', 'rgb(236, 235, 230)'],
  ])('draws the answer with its evidence as text alone, in %s', async (theme, colour) => {
    const { page, context, complaints } = await open(theme, { structuredContent: ANSWER, content: [] });
    const frame = page.frameLocator('iframe');
    await frame.locator('blockquote').waitFor();
    expect(await frame.locator('body > p').textContent()).toBe(ANSWER.answer);
    expect(await frame.locator('blockquote').textContent()).toBe(CITATION.quote);
    expect(await frame.locator('li .quiet').textContent()).toContain('[1] ');
    expect(await frame.locator('li .quiet').textContent()).toContain('› Prices › page 2');
    expect(await frame.locator('img, b').count()).toBe(0);
    expect(await frame.locator('.notice').textContent()).toBe('One source is old.');
    expect(await frame.locator('body').evaluate('getComputedStyle(document.body).color')).toBe(colour);
    expect(complaints).toEqual({ said: [], strangers: [] });
    await context.close();
  });

  it('names the part of a page that was read, without a quote where it has no words', async () => {
    const citations = [{ ...CITATION, quote: '', part: 'upper left' }];
    const { page, context } = await open('light', { structuredContent: { ...ANSWER, citations }, content: [] });
    const frame = page.frameLocator('iframe');
    await frame.locator('li').waitFor();
    expect(await frame.locator('li .quiet').textContent()).toContain('› page 2, upper left');
    expect(await frame.locator('blockquote').count()).toBe(0);
    await context.close();
  });

  it('shows the source of a marker that is pressed, and has the host open its document', async () => {
    const { page, context } = await open('light', { structuredContent: ANSWER, content: [] });
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Source 1' }).click();
    expect(await frame.locator('li.shown').count()).toBe(1);
    await frame.getByRole('button', { name: 'Open' }).click();
    await page.waitForFunction('window.opened.length > 0');
    expect(await page.evaluate('window.opened')).toEqual([CITATION.url]);
    await context.close();
  });

  it('shows the closest passages of a declined question, and the text of a failure', async () => {
    const declined = { ...ANSWER, status: 'declined', answer: 'Nothing says it.', citations: [], closest: [CITATION] };
    const first = await open('light', { structuredContent: declined, content: [] });
    const frame = first.page.frameLocator('iframe');
    await frame.locator('blockquote').waitFor();
    expect(await frame.locator('p.declined').textContent()).toBe('Nothing says it.');
    await first.page.evaluate('window.show({ isError: true, content: [{ type: "text", text: "NOT_FOUND: no." }] })');
    await frame.getByText('NOT_FOUND: no.').waitFor();
    expect(await frame.locator('li').count()).toBe(0);
    await first.context.close();
  });
});

async function appPage(): Promise<string> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const caller = new ScriptedCaller({});
  const server = createMcpServer({ caller, mayIngest: false, version: '0', onError: () => undefined });
  await server.connect(theirs);
  const client = new Client({ name: 'host', version: '1' });
  await client.connect(ours);
  const { contents } = await client.readResource({ uri: 'ui://arbiter/answer' });
  await client.close();
  const [page] = contents;
  return page && 'text' in page ? page.text : '';
}

/** A host as small as can be: a frame without an origin, and the messages of SEP-1865. */
function hostPage(app: string): string {
  const attribute = app.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<!doctype html><meta charset="utf-8"><iframe sandbox="allow-scripts" srcdoc="${attribute}"></iframe><script>
const frame = document.querySelector('iframe');
window.heard = []; window.opened = [];
const theme = new URLSearchParams(location.search).get('theme');
const send = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
window.show = (params) => send({ method: 'ui/notifications/tool-result', params });
window.addEventListener('message', ({ data: { id, method, params } }) => {
  window.heard.push(method);
  if (method === 'ui/initialize') send({ id, result: { protocolVersion: params.protocolVersion, hostInfo: {}, hostCapabilities: {}, hostContext: { theme } } });
  if (method === 'ui/open-link') { window.opened.push(params.url); send({ id, result: {} }); }
});
</script>`;
}
