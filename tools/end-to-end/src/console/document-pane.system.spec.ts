import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@arbiter/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { NO_READER } from '../environment.js';
import { send } from '../http-calls.js';
import { Processes } from '../processes.js';
import { startStandaloneProcess } from '../servers.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { noBrowser, TestBrowser, type OpenedPage } from './browser.js';
import { faultsOf } from './check-page.js';
import { addressOf, follow, isInView, markedText, quoteIn, store, type Stored } from './open-places.js';
import { sentence, sentenceOn, writeMarkdown, writePdf } from './written-documents.js';

const KEYS = { here: 'a-key-of-the-tenant-of-the-documents', elsewhere: 'a-key-of-a-tenant-somewhere-else-' };
const KEYS_FILE = JSON.stringify({
  version: 1,
  keys: Object.entries(KEYS).map(([name, key]) => ({
    ...{ name, role: 'admin', tenant: name, created: '2026-01-01T00:00:00Z' },
    sha256: createHash('sha256').update(key).digest('hex'),
  })),
});
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const caller = { headers: bearer(KEYS.here) };

/** What would be seen if any of it ran. */
const ATTACK = `<script>document.title='run'</script><img src=x onerror="document.title='run'"><svg onload="document.title='run'">`;
const MIB = 1_024 * 1_024;
const LONG = Array.from({ length: 260_000 }, (_, at) => `${sentence(at)}${at % 5 === 4 ? '\n\n' : ' '}`).join('');
const MANY_PAGES = 300;
/** One that asks for a password: its hashes are of none. */
const ENCRYPTED = `%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [] /Count 0 >> endobj
3 0 obj << /Filter /Standard /V 1 /R 2 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> /P -4 >> endobj
trailer << /Root 1 0 R /Encrypt 3 0 R /ID [<${'01'.repeat(16)}> <${'01'.repeat(16)}>] >>
%%EOF`;

const processes = new Processes();
const folders = new TemporaryFolders();
let browser: TestBrowser | undefined;
let url: string;
let stored: (name: string) => Stored;
let opened: OpenedPage | undefined;
/** Complaints of the browser that a test itself brings about. */
let expected: RegExp | undefined;

const reason = noBrowser();
const describeInBrowser = reason === null ? describe : describe.skip;

beforeAll(async () => {
  if (reason !== null) return;
  const dataDir = await folders.create();
  const keysFile = join(await folders.create(), 'keys.yaml');
  await writeFile(keysFile, KEYS_FILE, { mode: 0o600 });
  [browser, { url }] = await Promise.all([
    TestBrowser.start(),
    startStandaloneProcess(processes, { dataDir, env: { ...NO_READER, ARBITER_KEYS_FILE: keysFile } }),
  ]);
  const documents = [
    { name: 'book.pdf', content: await writePdf(6) },
    { name: 'pages.pdf', content: await writePdf(MANY_PAGES, 1) },
    { name: 'notes.md', content: writeMarkdown(40) },
    { name: 'attack.txt', title: `Title ${ATTACK}`, content: `Before. ${ATTACK} After [a link](javascript:alert(1)).` },
    { name: 'empty-ish.txt', content: '.' },
  ];
  stored = await store(url, 'here.harbour', documents, caller);
});
afterEach(async () => {
  const [shown, own] = [opened, expected];
  [opened, expected] = [undefined, undefined];
  if (!shown) return;
  const faults = await faultsOf(shown, own);
  await browser?.leave(shown);
  expect(faults).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  await processes.stopAll();
  await folders.removeAll();
});

async function open(address: string, options: BrowserContextOptions = {}, key = KEYS.here): Promise<Page> {
  if (!browser) throw new Error('there is no browser');
  opened = await browser.open(`${url}${address}`, { extraHTTPHeaders: bearer(key), ...options });
  return opened.page;
}

/** Lets the server send a document that it does not have. */
async function answer(page: Page, { text, ...document }: Stored): Promise<void> {
  const address = `**/v1/documents/${document.id}`;
  await page.route(address, (route) => route.fulfill({ json: document }));
  await page.route(`${address}/text`, (route) =>
    route.fulfill({ body: text, contentType: 'text/plain; charset=utf-8' }),
  );
}

/** The notes at their ninth sentence, which is marked. */
async function openNotes(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await open(addressOf(quoteIn(stored('notes.md'), sentence(9))), options);
  expect(await markedText(page)).toBe(sentence(9));
  return page;
}

describeInBrowser('a document beside a page', () => {
  it('is text, whatever its title and its words look like', async () => {
    const { text } = stored('attack.txt');
    const page = await open(addressOf(quoteIn(stored('attack.txt'), 'After')));
    expect(await markedText(page)).toBe('After');
    expect(await page.locator('.document-text').textContent()).toBe(text);
    expect(await page.locator('[data-title]').textContent()).toBe(`Title ${ATTACK}`);
    expect(await page.locator('.document script, .document img, .document svg, .document-text a').count()).toBe(0);
    expect(await page.title()).not.toBe('run');
  });

  it('of 20 MB is opened at its place, and only what is near it is drawn', async () => {
    const long = { ...stored('notes.md'), id: 'long', length: LONG.length, sections: [], original: undefined };
    expect(LONG.length).toBeGreaterThan(18 * MIB);
    const page = await open('/');
    // Embedding 20 MB takes an hour here; the pane only sees what the server sends.
    await answer(page, { ...long, text: LONG });
    for (const number of [200_000, 4]) {
      await follow(page, addressOf(quoteIn({ ...long, text: LONG }, sentence(number))));
      await page.locator('.document-text mark', { hasText: sentence(number) }).waitFor();
      expect(await isInView(page, '.document-text mark')).toBe(true);
      expect(await page.locator('.document-text *').count()).toBeLessThan(6_000);
    }
    // Its end is there when somebody scrolls to it.
    await page.locator('.document-view').focus();
    // Heights are estimates until a part is drawn: the end may move once more.
    await until(
      async () => {
        await page.keyboard.press('End');
        return page.getByText(sentence(259_999)).isVisible();
      },
      { timeoutMs: 60_000, intervalMs: 500, what: 'the end of the text' },
    );
  });

  it('of many pages is opened at its page, and only pages near it are drawn', async () => {
    const page = await open(addressOf(quoteIn(stored('pages.pdf'), sentenceOn(233))));
    await page.locator('.pdf-page[data-index="232"] canvas').waitFor();
    expect(await isInView(page, '.pdf-box')).toBe(true);
    expect(await page.locator('canvas').count()).toBeLessThan(8);
    await page.getByLabel('Page', { exact: true }).fill('12');
    await page.keyboard.press('Enter');
    await page.locator('.pdf-page[data-index="11"] canvas').waitFor();
    await page.locator('.pdf-page[data-index="232"] canvas').waitFor({ state: 'detached' });
    expect(await page.locator('canvas').count()).toBeLessThan(8);
  });

  it.each([
    ['encrypted', { body: ENCRYPTED, contentType: 'application/pdf' }, 'because it is encrypted'],
    ['damaged', { body: '%PDF-1.7\n1 0 obj\n<< /Type', contentType: 'application/pdf' }, 'because it is damaged'],
    ['no longer kept', { status: 404, json: {} }, 'because it is not kept'],
    ['not sent', { status: 500, json: {} }, 'because the server does not send it'],
  ])('shows the text, and why, where the original is %s', async (_, sent, why) => {
    expected = /status of (?:404|500)/;
    const page = await open('/');
    await page.route('**/original', (route) => route.fulfill(sent));
    await follow(page, addressOf(quoteIn(stored('book.pdf'), sentenceOn(3))));
    await page.getByText(why).waitFor();
    expect(await markedText(page)).toBe(sentenceOn(3));
  });

  it('of a format that could run something is only downloaded', async () => {
    const page = await open('/');
    const original = { sha256: '0'.repeat(64), bytes: 9, mediaType: 'image/svg+xml' };
    await answer(page, { ...stored('notes.md'), id: 'drawing', mediaType: 'image/svg+xml', original });
    await follow(page, '/?doc=drawing');
    await page.getByRole('link', { name: 'Download' }).waitFor();
    await page.getByText('Wharf 1', { exact: true }).waitFor();
    expect(await page.locator('.document img, .document iframe, .document object').count()).toBe(0);
  });

  it('of another tenant is not there, and says nothing of it', async () => {
    expected = /status of 404/;
    const page = await open(addressOf(quoteIn(stored('notes.md'), sentence(9))), {}, KEYS.elsewhere);
    await page.getByText('This document is not there.').waitFor();
    expect(await page.locator('.document').textContent()).not.toContain('Harbour');
  });

  it('that is deleted while it is open goes away, and the pane says so', async () => {
    expected = /status of 404/;
    const read = await store(url, 'here.brief', [{ name: 'brief.md', content: writeMarkdown(3) }], caller);
    const page = await open(addressOf(quoteIn(read('brief.md'), sentence(9))));
    expect(await markedText(page)).toBe(sentence(9));
    await send(`${url}/v1/documents/${read('brief.md').id}`, { method: 'DELETE', ...caller });
    await page.getByText('This document is not there.').waitFor();
    expect(await page.locator('.document mark').count()).toBe(0);
  });

  it('is searched by what its text holds, beside the quote', async () => {
    const page = await openNotes();
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByLabel('Find in the document').fill('WHARF 150');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    expect(await page.locator('[data-found="current"]').textContent()).toBe('wharf 150');
    expect(await isInView(page, '[data-found="current"]')).toBe(true);
    await page.getByLabel('Find in the document').fill('no such words');
    await page.getByText('Not found').waitFor();
  });

  it('marks on the page what was searched in a PDF', async () => {
    const page = await open(`/?doc=${stored('book.pdf').id}`);
    await page.locator('.pdf-page[data-index="0"] canvas').waitFor();
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByLabel('Find in the document').fill(sentenceOn(5, 2));
    await page.locator('.pdf-box[data-kind="found"]').waitFor();
    expect(await isInView(page, '.pdf-box[data-kind="found"]')).toBe(true);
  });

  it('is shown as its original or as its text, both with the quote', async () => {
    const page = await open(addressOf(quoteIn(stored('book.pdf'), sentenceOn(4, 6))));
    await page.locator('.pdf-box').waitFor();
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    expect(await markedText(page)).toBe(sentenceOn(4, 6));
    await page.getByRole('button', { name: 'Original', exact: true }).click();
    await page.locator('.pdf-box').waitFor();
    expect(await isInView(page, '.pdf-box')).toBe(true);
  });
});

describeInBrowser('by keyboard', () => {
  it('takes the focus, and Escape gives it back to the citation', async () => {
    const page = await open('/library');
    const place = quoteIn(stored('notes.md'), sentence(9));
    await page.getByRole('link', { name: 'Library' }).focus();
    await page.keyboard.press('Tab');
    const before = await page.locator(':focus').textContent();
    await follow(page, addressOf(place, '/library'));
    await page.locator('[data-title]:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.document').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    expect(await page.locator(':focus').textContent()).toBe(before);
  });

  it('turns pages and zooms', async () => {
    const page = await open(`/?doc=${stored('book.pdf').id}`);
    await page.locator('.pdf-page[data-index="0"] canvas').waitFor();
    await page.locator('.pdf-view').focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('.pdf-page[data-index="1"] canvas').waitFor();
    await page.keyboard.press('+');
    await page.getByRole('button', { name: '125 %' }).waitFor();
    await page.keyboard.press('0');
    await page.getByRole('button', { name: '100 %' }).waitFor();
  });
});

describeInBrowser.each(['light', 'dark'] as const)('in the %s', (colorScheme) => {
  it.each([
    ['a desk', { width: 1280, height: 800 }],
    ['a phone', { width: 390, height: 844 }],
  ])('is readable on %s, with a way back', async (_, viewport) => {
    const page = await openNotes({ colorScheme, viewport });
    const box = (await page.locator('.document').boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(viewport.width);
    if (viewport.width < 640) {
      await page.getByRole('button', { name: 'Back' }).click();
      await page.locator('.document').waitFor({ state: 'detached' });
    }
  });
});
