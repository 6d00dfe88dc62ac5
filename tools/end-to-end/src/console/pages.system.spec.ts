import type { Citation, FoundPage } from '@arbiter/contracts';
import { until } from '@arbiter/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { NO_READER } from '../environment.js';
import { ask, send } from '../http-calls.js';
import { Processes } from '../processes.js';
import { startStandaloneProcess } from '../servers.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { noBrowser, overhangOf, TestBrowser, type OpenedPage } from './browser.js';
import { faultsOf } from './check-page.js';
import { addressOf, follow, isInView, quoteIn, store, type Stored } from './open-places.js';
import { sentenceOn, writePdf } from './written-documents.js';

const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const BOX = { left: 0.2, top: 0.5, right: 0.8, bottom: 0.75 };
const UNREAD = 'No vision model is set up.';
const READ = ['The line of the north wharf ends at the crane.', 'It crosses <b>no</b> road.'];
const OUTLINED = '.pdf-box[data-kind="outlined"]';
/** Of the picture of a document that is not there. */
const MISSING = /status of 404/;

const processes = new Processes();
const folders = new TemporaryFolders();
const reason = noBrowser();
let browser: TestBrowser;
let url: string;
let book: Stored;
/** Of an answer that was recorded. */
let answerId: string;
let found: readonly FoundPage[];
let opened: OpenedPage | undefined;
let expected: RegExp | undefined;

const name = (page: number) => `Page ${page} of ${book.title}`;
const shownPage = (page: number) => `.pdf-page[data-index="${page - 1}"] canvas`;

function result(payload_type: string, objects: readonly object[], metadata: object = {}): object {
  return { type: 'result', tool: 'a_tool', payload_type, objects, metadata, ms: 5 };
}

function cited(marker: number, more: Partial<Citation> = {}): object {
  const { id: documentId, title, source, collection } = book;
  const place = { documentId, title, source, collection, chunkId: 'c', start: 0, end: 0, section: [], page: 2 };
  return { marker, ...place, quote: '', score: 0.5, ...more };
}

function readings(sentences: readonly string[]): readonly object[] {
  return found.slice(0, 1).map(({ passages: _, ...page }) => ({ ...page, page: 2, page_number: 2, sentences }));
}

/** Shows a recorded run of an agent with these results and citations in the place of its own. @param pictures come after it */
async function watch(
  results: readonly object[],
  citations: readonly object[] = [],
  options = DESK,
  pictures: Promise<void> = Promise.resolve(),
): Promise<Page> {
  opened = await browser.open(`${url}/watch`, options);
  const { page } = opened;
  await page.route('**/v1/answers/*', async (route) => {
    const record = (await (await route.fetch()).json()) as { shown: { answer: object } };
    const text = citations.map((_, index) => `It ends at the crane. [${index + 1}]`).join(' ');
    const answer = { ...record.shown.answer, status: 'answered', answer: text, citations, validation: null };
    const events = [{ type: 'decision', tool: 'a_tool', reasoning: 'Look.' }, ...results];
    await route.fulfill({ json: { ...record, kind: 'agent', shown: { answer, events } } });
  });
  await page.route('**/v1/pages/**', (route) => pictures.then(() => route.continue()));
  await follow(page, `/watch?answer=${answerId}`);
  await page.locator('.step').waitFor();
  return page;
}

const boxOf = (page: Page, selector: string) => page.locator(selector).boundingBox();

async function open(address: string): Promise<Page> {
  opened = await browser.open(`${url}${address}`);
  return opened.page;
}

(reason === null ? describe : describe.skip)('pages as pictures', () => {
  beforeAll(async () => {
    const dataDir = await folders.create();
    [browser, { url }] = await Promise.all([
      TestBrowser.start(),
      startStandaloneProcess(processes, { dataDir, env: NO_READER }),
    ]);
    const stored = await store(url, 'harbour', [{ name: 'book.pdf', content: await writePdf(4) }]);
    book = stored('book.pdf');
    answerId = (await ask(url, { query: sentenceOn(2) })).id;
    const reply = await send(`${url}/v1/search-pages`, { json: { query: sentenceOn(2), limit: 4 } });
    ({ pages: found } = reply.json() as { pages: readonly FoundPage[] });
  });
  afterEach(async () => {
    const [shown, own] = [opened, expected];
    [opened, expected] = [undefined, undefined];
    if (!shown) return;
    const faults = await faultsOf(shown, own);
    await shown.context.close();
    expect(faults).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await processes.stopAll();
    await folders.removeAll();
  });

  it('that were found are seen, and each opens its document there', async () => {
    expect(found.length).toBeGreaterThan(1);
    const page = await watch([result('colqwen_pages', found)]);
    expect(await page.locator('.page-row button').count()).toBe(found.length);
    const button = page.getByRole('button', { name: name(2), exact: true });
    await until(() => button.locator('img').evaluate((picture: { naturalWidth?: number }) => picture.naturalWidth));
    await button.focus();
    await page.keyboard.press('Enter');
    await page.locator(shownPage(2)).waitFor();
    expect(await page.getByLabel('Page', { exact: true }).inputValue()).toBe('2');
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Escape');
    await page.locator('.document').waitFor({ state: 'detached' });
    expect(await page.locator(':focus').textContent()).toBe(name(2));
  });

  it('have their room before their pictures, and their names without them', async () => {
    expected = MISSING;
    const gone = { documentId: 'gone', title: 'Old wharf', page: 7 };
    let show = (): void => undefined;
    const isShown = new Promise<void>((resolve) => (show = resolve));
    const things = [...found.slice(0, 2), gone, { name: 'A model', text: 'of a ship' }];
    const page = await watch([result('colqwen_pages', things)], [], DESK, isShown);
    const row = page.locator('.page-row');
    const before = await row.boundingBox();
    show();
    await row.locator('.page-picture', { hasText: 'Page 7 of Old wharf' }).waitFor();
    await until(() => page.evaluate<boolean>(`document.querySelector('.page-row img').naturalWidth > 0`));
    expect(await row.boundingBox()).toEqual(before);
    expect(await row.getByText('of a ship').count()).toBe(1);
  });

  it('stand beside what was read in them, as text', async () => {
    const page = await watch([result('interpretations', readings(READ), { mode: 'read' })]);
    expect(await page.locator('.reading p').allTextContents()).toEqual(READ);
    expect(await page.locator('.step .notice').count()).toBe(0);
    await page.locator('.reading button').click();
    await page.locator(shownPage(2)).waitFor();
  });

  it('stand beside their words where no vision model read them', async () => {
    const page = await watch([result('interpretations', readings([]), { mode: 'words', summary: UNREAD })]);
    await page.getByText(UNREAD).waitFor();
    expect(await page.locator('.reading .words').textContent()).toContain(sentenceOn(2));
  });

  it('are cited by themselves where they have no words', async () => {
    const page = await watch([], [cited(1)]);
    const card = page.locator('.passage');
    expect(await card.locator('q').count()).toBe(0);
    expect(await card.getByRole('img', { name: name(2), exact: true }).count()).toBe(1);
    await page.getByRole('button', { name: /^Source 1/ }).click();
    await page.locator(shownPage(2)).waitFor();
    expect(await page.getByLabel('Page', { exact: true }).inputValue()).toBe('2');
    expect(await page.locator('.pdf-box').count()).toBe(0);
  });

  it('show the part that was read, beside the words that are quoted', async () => {
    const { start, end } = quoteIn(book, sentenceOn(2));
    const page = await watch([], [cited(1, { start, end, quote: sentenceOn(2), box: BOX })]);
    await page.locator('.passage > button').click();
    await page.locator(OUTLINED).waitFor();
    expect(await isInView(page, OUTLINED)).toBe(true);
    await page.locator('.pdf-box[data-kind="cited"]').waitFor();
    await page.getByText('Outlined: the part of page 2').waitFor();
    const [sheet, box] = await Promise.all(['.pdf-page[data-index="1"]', OUTLINED].map((each) => boxOf(page, each)));
    expect((box!.x - sheet!.x) / sheet!.width).toBeCloseTo(BOX.left, 2);
    expect((box!.y + box!.height - sheet!.y) / sheet!.height).toBeCloseTo(BOX.bottom, 2);
  });

  it('of a document that has changed since are opened without an outline', async () => {
    const place = { ...quoteIn(book, sentenceOn(2)), sum: 'aaaaaaaa', page: 2, box: '2000-5000-8000-7500' };
    const page = await open(addressOf(place));
    await page.locator(shownPage(2)).waitFor();
    await page.getByText('Nothing is marked').waitFor();
    expect(await page.locator('.pdf-box').count()).toBe(0);
  });

  it('are reproduced by a link, less what is no part of them', async () => {
    const address = `${url}/documents/${book.id}?page=2`;
    const page = await open(`/documents/${book.id}?page=0&box=2000-5000-8000-7500`);
    await page.locator(shownPage(1)).waitFor();
    expect(await page.locator('.document-note').textContent()).toBe('');
    await page.goto(`${address}&box=2000-5000-8000-7500`);
    await page.locator(OUTLINED).waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${address}&box=2000-5000-8000-7500`);
  });

  it('of picture files are drawn by the server, with the same outline', async () => {
    const page = await open('/');
    const { text: _, ...described } = book;
    const original = { ...described.original, mediaType: 'image/png' };
    await page.route(`**/v1/documents/${book.id}`, (route) =>
      route.fulfill({ json: { ...described, mediaType: 'image/png', original } }),
    );
    await follow(page, `/?doc=${book.id}&page=1&box=2000-5000-8000-7500`);
    await page.locator(`.document-image ${OUTLINED}`).waitFor();
    await until(() => page.evaluate<boolean>(`document.querySelector('.document-image img').naturalWidth >= 600`));
    expect(await isInView(page, OUTLINED)).toBe(true);
    expect(await page.getByRole('img', { name: book.title }).count()).toBe(1);
  });

  it.each(['light', 'dark'] as const)('fit on a phone, in the %s', async (colorScheme) => {
    const options = { colorScheme, viewport: { width: 390, height: 844 } };
    const read = result('interpretations', readings([]), { mode: 'words' });
    const page = await watch([result('colqwen_pages', found), read], [cited(1)], options);
    expect(await overhangOf(page)).toBeLessThanOrEqual(0);
    for (const part of await page.locator('.page-button, .reading .words, .passage').all()) {
      const { x, width } = (await part.boundingBox())!;
      expect(x + width).toBeLessThanOrEqual(options.viewport.width);
    }
  });
});
