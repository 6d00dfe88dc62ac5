import type { DocumentDescription } from '@arbiter/contracts';
import type { Page } from 'playwright-core';
import { ingest, send } from '../http-calls.js';

/** A busy machine draws what was scrolled to a moment later. */
const SCROLLED_MS = 5_000;

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly height: number;
}

/** What is asked of the page's own objects, within it. */
interface Shown {
  readonly scrollTop: number;
  readonly textContent: string | null;
  getBoundingClientRect(): Rectangle;
  querySelector(selector: string): Shown | null;
  querySelectorAll(selector: string): Iterable<Shown> & { readonly length: number };
}
declare const document: Shown;
declare const history: { pushState(state: null, title: string, address: string): void };
declare const navigator: { readonly clipboard: { readText(): Promise<string> } };
declare const PopStateEvent: new (type: string) => Event;
declare function dispatchEvent(event: Event): boolean;
declare function requestAnimationFrame(next: () => void): number;

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
  const sources = documents.map(({ name, content, title }) => ({
    kind: 'inline',
    name,
    ...(title !== undefined && { title }),
    ...(typeof content === 'string'
      ? { content }
      : { content: Buffer.from(content).toString('base64'), encoding: 'base64' }),
  }));
  const job = await ingest(url, collection, sources, caller);
  const { headers = {} } = caller;
  const read = async (path: string) => await send(`${url}/v1/documents${path}`, { headers });
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
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

/** What is marked in the text, as one; waits until something is. */
export async function markedText(page: Page): Promise<string> {
  await page.waitForSelector('.document-text mark');
  return (await page.locator('.document-text mark').allTextContents()).join('');
}

/** Whether the first element that a selector finds lies wholly in the view of the document. */
export async function isInView(page: Page, selector: string): Promise<boolean> {
  const isSeen = page.waitForFunction(
    (each) => {
      const [view, element] = [document.querySelector('.document-view'), document.querySelector(each)];
      if (!view || !element) return false;
      const [outer, inner] = [view.getBoundingClientRect(), element.getBoundingClientRect()];
      return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1 && inner.height > 0;
    },
    selector,
    { timeout: SCROLLED_MS },
  );
  return isSeen.then(
    () => true,
    () => false,
  );
}

/** Waits until exactly these words are the first thing that is marked in the text. */
export async function waitForMark(page: Page, words: string): Promise<void> {
  await page.waitForFunction((each) => document.querySelector('.document-text mark')?.textContent === each, words);
}

/** In pixels. */
export function scrollTopOf(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelector('.document-view')?.scrollTop ?? 0);
}

/** Waits until the document is scrolled further down than it was, in pixels. */
export async function waitForScroll(page: Page, before: number): Promise<void> {
  await page.waitForFunction((old) => (document.querySelector('.document-view')?.scrollTop ?? 0) > old, before);
}

/** Waits until the first element that a selector finds lies above the screen, or is no longer drawn. */
export async function waitUntilAbove(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((each) => (document.querySelector(each)?.getBoundingClientRect().top ?? -1) < 0, selector);
}

/** Where the text layer of a PDF has a line, and where boxes are drawn, in pixels. */
export function boxesAndWords(page: Page, line: string): Promise<{ words: Rectangle[]; boxes: Rectangle[] }> {
  return page.evaluate((each) => {
    const layer = [...document.querySelectorAll('.textLayer span')].filter(({ textContent }) => textContent === each);
    const rectangles = (elements: Iterable<Shown>) =>
      [...elements].map((element) => {
        const { left, top, right, bottom, height } = element.getBoundingClientRect();
        return { left, top, right, bottom, height };
      });
    return { words: rectangles(layer), boxes: rectangles(document.querySelectorAll('.pdf-box')) };
  }, line);
}

/**
 * Notes in each frame that shows anything of a document how far below the upper edge of the view the mark is, in pixels; null
 * where it is not wholly in view.
 */
export async function watchFrames(page: Page): Promise<() => Promise<readonly (number | null)[]>> {
  await page.evaluate(() => {
    const seen: (number | null)[] = [];
    Object.assign(globalThis, { seen });
    const look = () => {
      const view = document.querySelector('.document-view');
      if (view?.querySelector('[data-index]')) {
        const [outer, inner] = [view.getBoundingClientRect(), view.querySelector('mark')?.getBoundingClientRect()];
        const isSeen = inner !== undefined && inner.top >= outer.top && inner.bottom <= outer.bottom;
        seen.push(isSeen ? Math.round(inner.top - outer.top) : null);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return () => page.evaluate(() => (globalThis as unknown as { seen: (number | null)[] }).seen);
}

/** Needs the permission `clipboard-read`. */
export function clipboardOf(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** How many elements stand below the one that a selector finds. */
export function elementsIn(page: Page, selector: string): Promise<number> {
  return page.evaluate((each) => document.querySelectorAll(`${each} *`).length, selector);
}
