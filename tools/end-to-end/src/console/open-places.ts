import type { DocumentDescription } from '@arbiter/contracts';
import type { Page } from 'playwright-core';
import { ingest, send } from '../http-calls.js';

/** A busy machine draws what was opened or scrolled to a moment later. */
const SCROLLED_MS = 15_000;
const SCROLL_TOP = "(document.querySelector('.document-view')?.scrollTop ?? 0)";

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Written {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly title?: string;
}

export interface Stored extends DocumentDescription {
  readonly text: string;
}

/** A place of a document in the address of a page. */
export interface Quoted {
  readonly doc: string;
  readonly start: number;
  readonly end: number;
  readonly sum?: string;
}

type Caller = NonNullable<Parameters<typeof ingest>[3]>;

/** Ingests documents and reads them back by name. @throws Error for one that was not read */
export async function store(
  url: string,
  collection: string,
  documents: readonly Written[],
  caller: Caller = {},
): Promise<(name: string) => Stored> {
  const sources = documents.map((document) => ({
    kind: 'inline',
    ...document,
    ...(typeof document.content !== 'string' && {
      content: Buffer.from(document.content).toString('base64'),
      encoding: 'base64',
    }),
  }));
  const job = await ingest(url, collection, sources, caller);
  const { headers = {} } = caller;
  const read = (path: string) => send(`${url}/v1/documents${path}`, { headers });
  const { documents: listed } = (await read(`?collection=${collection}&limit=1000`)).json() as {
    documents: readonly { readonly id: string }[];
  };
  const stored = await Promise.all(
    listed.map(async ({ id }) => {
      const [description, { text }] = await Promise.all([read(`/${id}`), read(`/${id}/text`)]);
      return { ...(description.json() as DocumentDescription), text };
    }),
  );
  return (name) => {
    const found = stored.find(({ source }) => source === name);
    if (!found) throw new Error(`${name} was not read: ${JSON.stringify(job)}`);
    return found;
  };
}

/** @throws Error where the document does not hold the words */
export function quoteIn({ id, text }: Stored, words: string): Quoted {
  const start = text.indexOf(words);
  if (start === -1) throw new Error(`${id} does not hold: ${words}`);
  return { doc: id, start, end: start + words.length };
}

export function addressOf(place: Quoted, path = '/'): string {
  const words = Object.entries(place).map(([name, value]): [string, string] => [name, String(value)]);
  return `${path}?${new URLSearchParams(words).toString()}`;
}

/** Goes to a place as a click on a link of the page does, without loading the page anew. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(address)}), dispatchEvent(new PopStateEvent('popstate'))`,
  );
}

/** What is marked in the text, as one; waits until something is. */
export async function markedText(page: Page): Promise<string> {
  await page.waitForSelector('.document-text mark');
  return (await page.locator('.document-text mark').allTextContents()).join('');
}

/** Whether the first element that a selector finds lies wholly in the view of the document. */
export async function isInView(page: Page, selector: string): Promise<boolean> {
  const rectangles = `['.document-view', ${JSON.stringify(selector)}].map((each) => document.querySelector(each)?.getBoundingClientRect())`;
  const isWithin = 'inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1';
  return until(page, `(([outer, inner]) => outer && inner?.height > 0 && ${isWithin})(${rectangles})`).then(
    () => true,
    () => false,
  );
}

/** Waits until exactly these words are the first thing that is marked in the text. */
export async function waitForMark(page: Page, words: string): Promise<void> {
  await until(page, `document.querySelector('.document-text mark')?.textContent === ${JSON.stringify(words)}`);
}

/** Asks a page again and again: its policy forbids that it evaluates a condition itself. */
async function until(page: Page, condition: string): Promise<void> {
  const deadline = Date.now() + SCROLLED_MS;
  while (!(await page.evaluate<boolean>(condition))) {
    if (Date.now() > deadline) throw new Error(`It did not come to: ${condition}`);
    await page.waitForTimeout(20);
  }
}

/** In pixels. */
export function scrollTopOf(page: Page): Promise<number> {
  return page.evaluate<number>(SCROLL_TOP);
}

/** Waits until the document is scrolled further down than it was, in pixels. */
export async function waitForScroll(page: Page, before: number): Promise<void> {
  await until(page, `${SCROLL_TOP} > ${before}`);
}

/** Waits until the first element that a selector finds lies above the screen, or is no longer drawn. */
export async function waitUntilAbove(page: Page, selector: string): Promise<void> {
  const top = `document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect().top`;
  await until(page, `(${top} ?? -1) < 0`);
}

/** Where the text layer of a PDF has a line, and where boxes are drawn, in pixels. */
export async function boxesAndWords(page: Page, line: string): Promise<{ words: Rectangle[]; boxes: Rectangle[] }> {
  const rectangles = (selector: string, isWanted = 'true') =>
    page.evaluate<Rectangle[]>(
      `[...document.querySelectorAll('${selector}')].filter((each) => ${isWanted}).map((each) => each.getBoundingClientRect().toJSON())`,
    );
  return {
    words: await rectangles('.textLayer span', `each.textContent === ${JSON.stringify(line)}`),
    boxes: await rectangles('.pdf-box'),
  };
}

/**
 * Notes in each frame that shows anything of a document how far below the upper edge of the view the mark is, in pixels; null
 * where it is not wholly in view.
 */
export async function watchFrames(page: Page): Promise<() => Promise<readonly (number | null)[]>> {
  await page.evaluate(`
    window.seen = [];
    (function look() {
      const view = document.querySelector('.document-view');
      if (view?.querySelector('[data-index]')) {
        const [outer, inner] = [view, view.querySelector('mark')].map((each) => each?.getBoundingClientRect());
        window.seen.push(inner?.top >= outer.top && inner.bottom <= outer.bottom ? Math.round(inner.top - outer.top) : null);
      }
      requestAnimationFrame(look);
    })();`);
  return () => page.evaluate('window.seen');
}
