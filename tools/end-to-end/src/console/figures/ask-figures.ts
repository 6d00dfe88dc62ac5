import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Answer, NDJSON_MEDIA_TYPE } from '@arbiter/contracts';
import type { CDPSession, Page } from 'playwright-core';
import type { TestBrowser } from '../browser.js';

/** A token each, at the pace of a quick language model. In milliseconds. */
const TOKEN_MS = 25;
const TOKENS = 300;
/** Of a token stream, after its start and before its end. */
const WATCHED = 0.8;
/** Exchanges of the long session. */
const EXCHANGES = 200;

export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** The most that it should be. */
  readonly limit: number;
}

/**
 * What Ask weighs, how soon it is there, and what a token costs with a long history above it. The page is the server's own; a
 * model of known pace answers it, so that what is measured is the page.
 *
 * @param answer a real one, which every question gets
 */
export async function askFigures(browser: TestBrowser, url: string, answer: Answer): Promise<Figure[]> {
  let firstTokenAt = 0;
  const model = createServer((_, res) => void streamAnswer(res, answer, () => (firstTokenAt = Date.now())));
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  const { page, context } = await browser.open('about:blank');
  try {
    const files = new Set<string>();
    page.on('request', (request) => void (request.url().includes('/v1/') || files.add(request.url())));
    await page.goto(url);
    await page.waitForLoadState('networkidle');
    const bodies = await Promise.all([...files].map(async (file) => await (await fetch(file)).arrayBuffer()));
    const weight = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1_000;
    const paint = await page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime");
    const { port } = model.address() as AddressInfo;
    await context.route('**/v1/query', (route) => route.continue({ url: `http://127.0.0.1:${port}` }));
    await context.route(/\/v1\/sessions\/long/, (route) => route.fulfill({ json: longSession(answer) }));
    await context.route(/\/v1\/answers\/a?\w+$/, (route) => {
      const id = route.request().url().split('/').at(-1) ?? '';
      return route.fulfill({ json: { id, kind: 'query', shown: { answer: { ...answer, id }, events: [] } } });
    });
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable');
    const empty = await streamed(page, cdp, url);
    const firstMs = empty.drawnAt - firstTokenAt;
    const { scriptMs } = await streamed(page, cdp, `${url}/?session=long`);
    return [
      { what: 'Ask, before its first answer (gzip)', value: weight, unit: 'kB', limit: 250 },
      { what: 'first paint', value: paint, unit: 'ms', limit: 1_000 },
      { what: 'first token on the page after it left the server', value: firstMs, unit: 'ms', limit: 50 },
      { what: `script of a token with ${EXCHANGES} answers of history`, value: scriptMs, unit: 'ms', limit: 4 },
    ];
  } finally {
    await context.close();
    model.close();
  }
}

async function streamed(page: Page, cdp: CDPSession, address: string): Promise<{ drawnAt: number; scriptMs: number }> {
  await page.goto(address);
  const field = page.getByLabel('Your question');
  await field.waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(`
    window.firstDraftAt = 0;
    new MutationObserver(() => {
      if (!window.firstDraftAt && document.querySelector('.draft')) window.firstDraftAt = Date.now();
    }).observe(document.body, { childList: true, subtree: true });`);
  await field.fill('How?');
  await field.press('Enter');
  await page.waitForSelector('.draft');
  const before = await scriptSeconds(cdp);
  await page.waitForTimeout(TOKENS * TOKEN_MS * WATCHED);
  const seconds = (await scriptSeconds(cdp)) - before;
  const drawnAt = await page.evaluate<number>('window.firstDraftAt');
  return { drawnAt, scriptMs: (1_000 * seconds) / (TOKENS * WATCHED) };
}

async function scriptSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
}

function longSession({ answer, createdAt: timestamp }: Answer): object {
  const messages = Array.from({ length: EXCHANGES }, (_, at) => [
    { id: `q${at}`, role: 'user', content: `Question ${at}?`, timestamp, metadata: {} },
    { id: `r${at}`, role: 'assistant', content: answer, timestamp, metadata: { answer_id: `a${at}` } },
  ]);
  return { sessionId: 'long', messages: messages.flat() };
}

/** Drafts of one word, of which every twentieth ends a sentence, and every sixtieth a paragraph. */
async function streamAnswer(res: ServerResponse, answer: Answer, onFirst: () => void): Promise<void> {
  res.writeHead(200, { 'content-type': NDJSON_MEDIA_TYPE });
  const write = (message: object) => res.write(`${JSON.stringify(message)}\n`);
  write({ type: 'stage', stage: 'synthesise', status: 'started', ms: 0, detail: '' });
  await delay(300);
  onFirst();
  for (let n = 0; n < TOKENS; n++) {
    const isEnd = n % 20 === 19;
    const sentence = `word ${n}. A whole sentence of the answer stands here, with **bold** in it.${n % 60 === 59 ? '\n\n' : ' '}`;
    write({ type: 'draft', text: isEnd ? sentence : ` word${n}`, ...(!isEnd && { provisional: true }) });
    await delay(TOKEN_MS);
  }
  res.end(`${JSON.stringify({ type: 'result', result: { ...answer, id: 'live' } })}\n`);
}
