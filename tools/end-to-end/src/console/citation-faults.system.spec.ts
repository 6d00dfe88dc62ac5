import { until } from '@arbiter/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { NO_READER } from '../environment.js';
import { ask } from '../http-calls.js';
import { Processes } from '../processes.js';
import { startStandaloneProcess } from '../servers.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { noBrowser, TestBrowser, type OpenedPage } from './browser.js';
import { faultsOf } from './check-page.js';
import {
  addressOf,
  boxesAndWords,
  follow,
  isInView,
  markedText,
  quoteIn,
  scrollTopOf,
  store,
  type Stored,
  waitForMark,
  waitForScroll,
  waitUntilAbove,
  watchFrames,
} from './open-places.js';
import { sentence, sentenceOn, writeMarkdown, writePdf } from './written-documents.js';

const PAGES = 30;
const processes = new Processes();
const folders = new TemporaryFolders();
let browser: TestBrowser;
let url: string;
let stored: (name: string) => Stored;
const opened: OpenedPage[] = [];

const reason = noBrowser();
const rowOf = (row: number) => `${row},${sentence(row).replaceAll(',', '')}`;
const lines = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at));

async function open(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const shown = await browser.open(`${url}${address}`, options);
  opened.push(shown);
  return shown.page;
}

const inPdf = { drawn: (number: number) => `.pdf-page[data-index="${number - 1}"] canvas`, box: '.pdf-box' };

(reason === null ? describe : describe.skip)('a citation', () => {
  beforeAll(async () => {
    const dataDir = await folders.create();
    [browser, { url }] = await Promise.all([
      TestBrowser.start(),
      startStandaloneProcess(processes, { dataDir, env: NO_READER }),
    ]);
    stored = await store(url, 'harbour', [
      { name: 'book.pdf', content: await writePdf(PAGES) },
      { name: 'notes.md', content: writeMarkdown(60) },
      { name: 'plain.txt', content: lines(60, sentence).join('\n\n') },
      { name: 'page.html', content: `<h1>Wharves</h1>${lines(60, (at) => `<p>${sentence(at)}</p>`).join('')}` },
      { name: 'table.csv', content: `number,text\n${lines(40, rowOf).join('\n')}\n` },
      { name: 'code.py', content: lines(60, (at) => `def wharf_${at}():\n    return "${sentence(at)}"\n`).join('\n') },
    ]);
  });
  afterEach(async () => {
    for (const shown of opened.splice(0)) {
      const faults = await faultsOf(shown);
      await browser.leave(shown);
      expect(faults).toEqual([]);
    }
  });
  afterAll(async () => {
    await browser.close();
    await processes.stopAll();
    await folders.removeAll();
  });

  it('opens at its page, not at page 1', async () => {
    const page = await open(addressOf(quoteIn(stored('book.pdf'), sentenceOn(23, 7))));
    await page.waitForSelector(inPdf.drawn(23));
    expect(await isInView(page, inPdf.box)).toBe(true);
    expect(await page.getByLabel('Page', { exact: true }).inputValue()).toBe('23');
  });

  it('leads to its own place: three of one document are three links, and each marks its words', async () => {
    const page = await open('/');
    const places = [4, 90, 250].map((number) => quoteIn(stored('notes.md'), sentence(number)));
    expect(new Set(places.map((place) => addressOf(place))).size).toBe(3);
    for (const [index, place] of places.entries()) {
      await follow(page, addressOf(place));
      const words = sentence([4, 90, 250][index]!);
      await waitForMark(page, words);
      expect(await isInView(page, '.document-text mark')).toBe(true);
    }
  });

  it('opens beside the page, which stays in use, and without a dialog', async () => {
    const page = await open(addressOf(quoteIn(stored('notes.md'), sentence(9))));
    expect(await markedText(page)).toBe(sentence(9));
    expect(await page.locator('[role="dialog"], dialog, [aria-modal]').count()).toBe(0);
    const [beside, pane] = await Promise.all([page.locator('main').boundingBox(), page.locator('aside').boundingBox()]);
    expect(beside!.x + beside!.width).toBeLessThanOrEqual(pane!.x + 1);
    await page.getByRole('link', { name: 'Library' }).click();
    await page.waitForURL(/\/library/);
  });

  it.each(['notes.md', 'plain.txt', 'page.html', 'table.csv', 'code.py'])('opens not only PDFs: %s', async (name) => {
    const words = name === 'table.csv' ? sentence(33).replaceAll(',', '') : sentence(33);
    const page = await open(addressOf(quoteIn(stored(name), words)));
    expect(await markedText(page)).toBe(words);
    expect(await isInView(page, '.document-text mark')).toBe(true);
  });

  it('is drawn where its words stand on the page, at any zoom', async () => {
    const words = sentenceOn(12, 5);
    const page = await open(addressOf(quoteIn(stored('book.pdf'), words)));
    await page.waitForSelector(inPdf.drawn(12));
    let heightBefore = 0;
    for (const zoom of ['', 'Larger', 'Larger', 'Smaller']) {
      if (zoom !== '') await page.getByRole('button', { name: zoom }).click();
      const isDrawn = async (): Promise<boolean> => {
        const {
          words: [text, ...moreWords],
          boxes: [box, ...moreBoxes],
        } = await boxesAndWords(page, words);
        if (!text || !box || moreWords.length + moreBoxes.length > 0) return false;
        const height = text.bottom - text.top;
        const sides = (['left', 'top', 'right', 'bottom'] as const).map((side) => Math.abs(box[side] - text[side]));
        if (height === heightBefore || Math.max(...sides) >= height * 0.6) return false;
        heightBefore = height;
        return true;
      };
      await until(isDrawn, { timeoutMs: 15_000, intervalMs: 50, what: `the box on its words, ${zoom || 'at first'}` });
    }
  });

  it('never leads to a path of the server', async () => {
    const page = await open(addressOf(quoteIn(stored('notes.md'), sentence(9))));
    await markedText(page);
    const links = page.locator('aside a');
    expect(await links.count()).toBe(1);
    expect(await links.first().getAttribute('href')).toBe(`/v1/documents/${stored('notes.md').id}/original`);
  });

  it.each([
    ['text', 'notes.md', sentence(260)],
    ['pages', 'book.pdf', sentenceOn(27, 3)],
  ])('is in view in the first frame that shows any %s, and nothing jumps after it', async (_, name, words) => {
    const page = await open('/');
    const frames = await watchFrames(page);
    await follow(page, addressOf(quoteIn(stored(name), words)));
    await page.waitForSelector('.document-view mark');
    await page.waitForTimeout(1_500);
    const seen = await frames();
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).not.toContain(null);
    const tops = seen.map((top) => top ?? NaN);
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThanOrEqual(2);
  });

  it.each([
    ['text', 'notes.md', sentence(3), sentence(120), '.document-text mark'],
    ['pages', 'book.pdf', sentenceOn(8, 0), sentenceOn(8, 11), '.pdf-box'],
  ])('of the same document moves the mark and scrolls: %s', async (_, name, first, second, mark) => {
    const page = await open(addressOf(quoteIn(stored(name), first)));
    await page.waitForSelector(mark);
    const before = await scrollTopOf(page);
    await follow(page, addressOf(quoteIn(stored(name), second)));
    await waitForScroll(page, before + 100);
    expect(await page.locator(mark).count()).toBe(1);
    expect(await isInView(page, mark)).toBe(true);
    // Scrolled away, the same citation brings it back.
    await page.locator('.document-view').hover();
    await page.mouse.wheel(0, 9_000);
    await waitUntilAbove(page, mark);
    // A wheel that still turns would take it away again.
    await page.waitForTimeout(500);
    await follow(page, addressOf(quoteIn(stored(name), second)));
    await page.waitForTimeout(200);
    expect(await isInView(page, mark)).toBe(true);
  });

  it('marks the right words at the first click, in a page that has shown nothing yet', async () => {
    for (const number of [0, 57, 131, 299]) {
      const page = await open(addressOf(quoteIn(stored('notes.md'), sentence(number))));
      expect(await markedText(page)).toBe(sentence(number));
    }
  });

  it('of a real answer marks the quote of the answer', async () => {
    const answer = await ask(url, {
      query: 'How often is the lantern of Iris wharf 68 tested?',
      collections: ['harbour'],
    });
    expect(answer.citations.length).toBeGreaterThan(0);
    const { documentId, start, end, quote } = answer.citations[0]!;
    const page = await open(addressOf({ doc: documentId, start, end }));
    await page.getByRole('button', { name: 'Text', exact: true }).or(page.locator('.document-text')).first().click();
    expect(await markedText(page)).toBe(quote);
  });

  it('marks nothing rather than the wrong sentence, where the document has changed since', async () => {
    const [name, words] = ['changing.md', sentence(21)];
    const content = writeMarkdown(8);
    const before = (await store(url, 'changing', [{ name, content }]))(name);
    const permissions = ['clipboard-read', 'clipboard-write'];
    const first = await open(addressOf(quoteIn(before, words)), { permissions });
    expect(await markedText(first)).toBe(words);
    await first.getByRole('button', { name: 'Copy link' }).click();
    await first.getByText('Link copied').waitFor();
    const link = await first.evaluate<string>('navigator.clipboard.readText()');
    await first.goto(link);
    expect(await markedText(first)).toBe(words);

    const changed = { name, content: content.replace('book', 'book of the wharves') };
    expect((await store(url, 'changing', [changed]))(name).id).toBe(before.id);
    const page = await open(link.slice(url.length));
    await page.getByText('Nothing is marked').waitFor();
    await page.locator('.document-text').getByText('Harbour book of the wharves', { exact: true }).waitFor();
    expect(await page.locator('.document mark').count()).toBe(0);
  });

  it.each([
    ['ends behind the text', ({ length }: string) => ({ start: length - 3, end: length + 3 })],
    ['divides a character', (text: string) => ({ start: text.indexOf('🏮') + 1, end: text.indexOf('🏮') + 9 })],
  ])('marks nothing where its span %s', async (_, spanOf) => {
    const name = 'odd.md';
    const read = await store(url, 'odd', [{ name, content: `# Lamps\n\nThe 🏮 burns at night.\n` }]);
    const { id, text } = read(name);
    const page = await open(addressOf({ doc: id, ...spanOf(text) }));
    await page.getByText('Nothing is marked').waitFor();
    await page.getByText('burns at night').waitFor();
    expect(await page.locator('.document mark').count()).toBe(0);
  });
});
