import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { TestBrowser } from './browser.js';

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));

/** Where the HTML stands and where its PDF goes: papers of the sample world, and the sets that page search is measured on. */
const FOLDERS = [
  { html: 'domains/lantern-coast/papers', pdfs: 'domains/lantern-coast/papers', tagged: true },
  // Few PDFs of manuals and reports have tags, and these would be half of the bytes.
  { html: 'tools/evaluate/pages/tune/html', pdfs: 'tools/evaluate/pages/tune/pdfs', tagged: false },
  { html: 'tools/evaluate/pages/test/html', pdfs: 'tools/evaluate/pages/test/pdfs', tagged: false },
];

/** Dots per CSS pixel of what becomes a picture: 192 to the inch, as a scanner gives. */
const PICTURE_SCALE = 2;
const PICTURE_QUALITY = 55;

/** Names of documents to print, without `.html`; all when none is given. */
const wanted = process.argv.slice(2);

const browser = await TestBrowser.start();
for (const { html, pdfs, tagged } of FOLDERS) {
  for (const file of (await readdir(join(REPOSITORY, html))).filter((each) => each.endsWith('.html'))) {
    const name = file.slice(0, -'.html'.length);
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await print(join(REPOSITORY, html, file), join(REPOSITORY, pdfs, `${name}.pdf`), tagged);
  }
}
await browser.close();

async function print(html: string, pdf: string, tagged: boolean): Promise<void> {
  const { page, context, complaints } = await browser.open(pathToFileURL(html).href, {
    deviceScaleFactor: PICTURE_SCALE,
  });
  await cutNothing(page, html);
  await turnIntoPictures(page);
  const printed = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged });
  // Its time of printing would change the file with each run.
  const dated = printed.toString('latin1').replaceAll(/D:\d{14}(?=[+-Z])/g, 'D:20261130000000');
  await writeFile(pdf, Buffer.from(dated, 'latin1'));
  await context.close();
  if (complaints.said.length > 0) throw new Error(`${html}: ${complaints.said.join('; ')}`);
}

/** A section is a page of a fixed size, so what is longer would be lost without a word. */
async function cutNothing(page: Page, html: string): Promise<void> {
  const cut = await page.evaluate<number[]>(
    `[...document.querySelectorAll('section')].flatMap((each, index) =>
      each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1 ? [index + 1] : [])`,
  );
  if (cut.length > 0) throw new Error(`${html}: more than fits on page ${cut.join(', ')}`);
}

/** What is marked `data-picture` loses its text: a photograph of it is printed, as of a scanned page or a pasted figure. */
async function turnIntoPictures(page: Page): Promise<void> {
  for (const [index, part] of (await page.locator('[data-picture]').all()).entries()) {
    const shot = await part.screenshot({ type: 'jpeg', quality: PICTURE_QUALITY });
    await page.evaluate(`photograph(${index}, 'data:image/jpeg;base64,${shot.toString('base64')}')`);
  }
}
