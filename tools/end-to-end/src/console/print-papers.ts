import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TestBrowser } from './browser.js';

/** Papers of the sample world, each as the HTML that it is printed from. */
const PAPERS = fileURLToPath(new URL('../../../../domains/lantern-coast/papers', import.meta.url));

const browser = await TestBrowser.start();
for (const name of (await readdir(PAPERS)).filter((each) => each.endsWith('.html'))) {
  const { page } = await browser.open('about:blank');
  await page.setContent(await readFile(join(PAPERS, name), 'utf8'));
  const pdf = await page.pdf({ preferCSSPageSize: true, tagged: true });
  // Its time of printing would change the file with each run.
  const dated = Buffer.from(pdf.toString('latin1').replaceAll(/D:\d{14}(?=[+-Z])/g, 'D:20261130000000'), 'latin1');
  await writeFile(join(PAPERS, name.replace(/html$/, 'pdf')), dated);
}
await browser.close();
