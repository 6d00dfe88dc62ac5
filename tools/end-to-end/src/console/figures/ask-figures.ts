import type { Answer } from '@arbiter/contracts';
import type { CDPSession, Page } from 'playwright-core';
import type { TestBrowser } from '../browser.js';
import { EXCHANGES, type ScriptedServer, startScriptedServer, TOKEN_MS, TOKENS } from './scripted-server.js';

/** Of a token stream, after its start and before its end. */
const WATCHED = 0.8;

export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** The most that it should be. */
  readonly limit: number;
}

/** What Ask weighs, how soon it is there, and what a token costs with a long history above it. */
export async function askFigures(browser: TestBrowser, answer: Answer): Promise<Figure[]> {
  const server = await startScriptedServer(answer);
  try {
    const { page, context } = await browser.open(server.url);
    await page.getByLabel('Your question').waitFor();
    const weight = [...server.sent.values()].reduce((sum, bytes) => sum + bytes, 0) / 1_000;
    const paint = await page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime");
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable');
    const empty = await streamed(page, cdp, server, '/');
    const long = await streamed(page, cdp, server, '/?session=long');
    await context.close();
    return [
      { what: 'Ask, before its first answer (gzip)', value: weight, unit: 'kB', limit: 250 },
      { what: 'first paint', value: paint, unit: 'ms', limit: 1_000 },
      { what: 'first token on the page after it left the server', value: empty.firstMs, unit: 'ms', limit: 50 },
      { what: `script of a token with ${EXCHANGES} answers of history`, value: long.scriptMs, unit: 'ms', limit: 4 },
    ];
  } finally {
    server.close();
  }
}

async function streamed(
  page: Page,
  cdp: CDPSession,
  server: ScriptedServer,
  path: string,
): Promise<{ readonly firstMs: number; readonly scriptMs: number }> {
  await page.goto(`${server.url}${path}`);
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
  const firstDraftAt = await page.evaluate<number>('window.firstDraftAt');
  return { firstMs: firstDraftAt - server.firstTokenAt(), scriptMs: (1_000 * seconds) / (TOKENS * WATCHED) };
}

async function scriptSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
}
