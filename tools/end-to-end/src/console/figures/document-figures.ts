import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ingest, send } from '../../http-calls.js';
import type { TestBrowser } from '../browser.js';
import type { Figure } from './ask-figures.js';

const PAGES = 500;
/** Pages that are cited one after the other. */
const CITED = [437, 12, 260, 499, 101];

/** How soon the quote of a citation is drawn in a long PDF that is open already, from the click on. */
export async function documentFigures(browser: TestBrowser, url: string, folder: string): Promise<Figure[]> {
  const file = join(folder, 'lamps.pdf');
  await writeFile(file, await longPdf(browser));
  await ingest(url, 'lamps', [{ kind: 'path', path: file }]);
  const { documents } = (await send(`${url}/v1/documents?collection=lamps`)).json() as {
    readonly documents: readonly { readonly id: string }[];
  };
  const id = documents[0]?.id ?? '';
  const { text } = await send(`${url}/v1/documents/${id}/text`);
  const placeOf = (page: number): string => {
    const start = text.indexOf(sentenceOf(page));
    return `/?doc=${id}&start=${start}&end=${start + sentenceOf(page).length}`;
  };
  const { page, context } = await browser.open(`${url}${placeOf(1)}`);
  await page.waitForSelector('.pdf-box');
  const times: number[] = [];
  for (const number of CITED) {
    // As a click on a citation does: the address changes, the page stays.
    times.push(
      await page.evaluate<number>(`new Promise((resolve) => {
        const began = performance.now();
        const drawn = () => document.querySelector('[aria-label="Page ${number}"] canvas') && document.querySelector('[aria-label="Page ${number}"] .pdf-box');
        const look = () => (drawn() ? resolve(performance.now() - began) : requestAnimationFrame(look));
        history.pushState(null, '', ${JSON.stringify(placeOf(number))});
        dispatchEvent(new PopStateEvent('popstate'));
        look();
      })`),
    );
  }
  await context.close();
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  const what = `citation to drawn quote in a PDF of ${PAGES} pages (median of ${CITED.length})`;
  return [{ what, value: median, unit: 'ms', limit: 300 }];
}

function sentenceOf(page: number): string {
  return `The keeper of lamp ${page} rows out at the ${page % 12} bell.`;
}

async function longPdf(browser: TestBrowser): Promise<Buffer> {
  // On both sides of the sentence: what stands at the edge of every page is taken for a running line.
  const filling = '<p>Oil is brought up in casks, and the wick is trimmed twice in a night. '.repeat(6);
  const pages = Array.from(
    { length: PAGES },
    (_, index) => `<section><h2>Lamp ${index + 1}</h2>${filling}<p>${sentenceOf(index + 1)}</p>${filling}</section>`,
  );
  const { page, context } = await browser.open('about:blank');
  await page.setContent(`<style>section { break-after: page; }</style>${pages.join('')}`);
  const pdf = await page.pdf({ format: 'A4' });
  await context.close();
  return pdf;
}
