import type { TestBrowser } from '../browser.js';
import { addressOf, quoteIn, store } from '../open-places.js';
import { sentenceOn, writePdf } from '../written-documents.js';
import type { Figure } from './ask-figures.js';

const PAGES = 500;
/** Pages that are cited one after the other. */
const CITED = [437, 12, 260, 499, 101];

/** How soon the quote of a citation is drawn in a long PDF that is open already, from the click on. */
export async function documentFigures(browser: TestBrowser, url: string): Promise<Figure[]> {
  const stored = await store(url, 'lamps', [{ name: 'lamps.pdf', content: await writePdf(PAGES) }]);
  const placeOn = (page: number) => addressOf(quoteIn(stored('lamps.pdf'), sentenceOn(page, 5)));
  const { page, context } = await browser.open(`${url}${placeOn(1)}`);
  await page.waitForSelector('.pdf-box');
  const times: number[] = [];
  for (const number of CITED) {
    // As a click on a citation does: the address changes, the page stays.
    times.push(
      await page.evaluate<number>(`new Promise((resolve) => {
        const began = performance.now();
        const drawn = () => document.querySelector('[aria-label="Page ${number}"] canvas') && document.querySelector('[aria-label="Page ${number}"] .pdf-box');
        const look = () => (drawn() ? resolve(performance.now() - began) : requestAnimationFrame(look));
        history.pushState(null, '', ${JSON.stringify(placeOn(number))});
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
