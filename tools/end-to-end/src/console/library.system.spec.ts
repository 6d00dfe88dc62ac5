import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { until } from '@arbiter/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions } from 'playwright-core';
import { NO_READER } from '../environment.js';
import { send } from '../http-calls.js';
import { Processes } from '../processes.js';
import { type RunningStandalone, startStandaloneProcess } from '../servers.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { noBrowser, type OpenedPage, overhangOf, TestBrowser } from './browser.js';
import { faultsOf } from './check-page.js';

const absent = noBrowser();
const describeWithBrowser = absent === null ? describe : describe.skip;

const LIGHTHOUSE = '# The lighthouse\n\nOrla Fenwick keeps the lighthouse of Skarn.\n\n## Lamp\n\nIt burns fish oil.\n';
/** Drops a file or folder of this machine into the page, as a person does. */
async function drop({ context, page }: OpenedPage, at: Box | null, path: string): Promise<void> {
  if (!at) throw new Error('there is no place to drop it');
  const devtools = await context.newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  const place = { x: at.x + at.width / 2, y: at.y + at.height / 2, data };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, ...place });
}
type Box = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

/** A thousand files take their time on a busy machine. */
const READY_MS = 120_000;
/** What a hostile file might be called, and hold. */
const HOSTILE = '# <img src=x onerror=alert(1)>\n\n<script>document.title = "taken"</script> Words of a page.\n';

describeWithBrowser(`the library page${absent === null ? '' : ` (skipped: ${absent})`}`, () => {
  const processes = new Processes();
  const folders = new TemporaryFolders();
  let browser: TestBrowser;
  let server: RunningStandalone;
  let files: string;
  /** Most tests go on where the one before has left it. */
  let opened: OpenedPage;
  const others: OpenedPage[] = [];

  beforeAll(async () => {
    [browser, files] = await Promise.all([TestBrowser.start(), folders.create()]);
    server = await startStandaloneProcess(processes, { dataDir: await folders.create(), env: NO_READER });
    await mkdir(join(files, 'more'));
    await writeFile(join(files, 'lighthouse.md'), LIGHTHOUSE);
    await writeFile(join(files, 'hostile.md'), HOSTILE);
    await writeFile(join(files, 'sounds.xyz'), 'no known format');
    opened = await browser.open(`${server.url}/library`);
  });
  afterEach(async () => {
    for (const other of others.splice(0)) await browser.leave(other);
  });
  afterAll(async () => {
    await browser.close();
    await processes.stopAll();
    await folders.removeAll();
  });

  async function open(path: string, options?: BrowserContextOptions): Promise<OpenedPage> {
    const other = await browser.open(`${server.url}${path}`, options);
    others.push(other);
    return other;
  }
  /** Documents that the server holds. */
  const held = async () =>
    (await send(`${server.url}/v1/documents?collection=default`)).text.match(/"id"/g)?.length ?? 0;

  it('says of an empty library what to do', async () => {
    await opened.page.getByRole('heading', { name: 'The library is empty.' }).waitFor();
    await opened.page.getByRole('heading', { name: 'lantern-coast' }).waitFor();
    expect(await faultsOf(opened)).toEqual([]);
  });

  it('reads files that are chosen, and says what was left out and why, by name', async () => {
    const { page } = opened;
    const inputs = page.locator('input[type=file]:not([webkitdirectory])');
    await inputs.setInputFiles(['lighthouse.md', 'hostile.md', 'sounds.xyz'].map((name) => join(files, name)));
    await page.getByText('2 added, 1 left out').waitFor();
    await page.getByText('Left out: 1').click();
    const leftOut = page.getByRole('listitem').filter({ hasText: 'sounds.xyz' });
    expect(await leftOut.last().innerText()).toMatch(/^sounds\.xyz: \S/);
    await page.getByRole('link', { name: 'The lighthouse' }).waitFor();
    expect(await faultsOf(opened)).toEqual([]);
  });

  it('keeps the paths of a folder that is dropped, without what is hidden in it', async () => {
    const { page } = opened;
    for (const path of ['proj/alpha/notes.md', 'proj/beta/notes.md', 'proj/.git/notes.md']) {
      await mkdir(dirname(join(files, path)), { recursive: true });
      await writeFile(join(files, path), `# Notes of ${path}\n\nTwo oars.\n`);
    }
    await page.getByLabel('Collection', { exact: true }).fill('dropped');
    await page.getByLabel('Language').selectOption({ label: 'German' });
    await drop(opened, await page.locator('.drop').boundingBox(), join(files, 'proj'));
    await page.getByText('2 added', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'dropped', exact: true }).click();
    await page.getByText(/2 documents, .*, German/).waitFor();
    for (const path of ['proj/alpha/notes.md', 'proj/beta/notes.md']) await page.getByText(`${path} ·`).waitFor();
    // Beside its place a file is refused: the page stays.
    await drop(opened, { x: 4, y: 500, width: 2, height: 2 }, join(files, 'hostile.md'));
    expect(page.url()).toContain('collection=dropped');
    await page
      .getByRole('link', { name: /^default/ })
      .first()
      .click();
  });

  it('asks before a file takes the place of another of its name', async () => {
    const { page } = opened;
    await mkdir(join(files, 'other'));
    await writeFile(join(files, 'other/lighthouse.md'), '# Another lighthouse\n');
    const asked: string[] = [];
    page.once('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await page.locator('input[type=file]:not([webkitdirectory])').setInputFiles(join(files, 'other/lighthouse.md'));
    await until(() => Promise.resolve(asked.length > 0));
    expect(asked).toEqual([expect.stringContaining('“lighthouse.md”')]);
    expect(await page.getByRole('link', { name: 'Another lighthouse' }).count()).toBe(0);
  });

  it('does not call a job done that stored nothing, and sends all that was chosen', async () => {
    const { page } = opened;
    const many = await folders.create();
    const names = Array.from({ length: 1_001 }, (_, at) => join(many, `${at}.xyz`));
    for (const name of names) await writeFile(name, 'no known format');
    await page.locator('input[type=file]:not([webkitdirectory])').setInputFiles(names);
    const jobs = page.locator('.job').filter({ hasText: 'Nothing was read' });
    await jobs.filter({ hasText: '1,000 left out' }).waitFor({ timeout: READY_MS });
    await jobs.filter({ hasText: /(?<!\d)1 left out/ }).waitFor();
    await jobs.getByText('1000.xyz', { exact: true }).waitFor();
  });

  it('draws what documents hold as text, never as a page', async () => {
    const { page } = opened;
    const row = page.getByRole('listitem').filter({ hasText: 'hostile.md' }).last();
    await row.getByRole('button', { name: /passage/ }).click();
    await page.getByText('Words of a page.').waitFor();
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await page.title()).toBe('Library · Arbiter');
  });

  it('opens a passage beside the page, at its span', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'passages of The lighthouse' }).click();
    await page.getByRole('link', { name: /Lamp/ }).first().click();
    await page.waitForURL(/doc=.+&start=\d+&end=\d+/);
    await page.getByRole('region', { name: 'Document', exact: true }).waitFor();
  });

  it('deletes a document once nobody has undone it', async () => {
    const { page } = opened;
    const link = page.getByRole('link', { name: 'The lighthouse' });
    await page.getByRole('button', { name: 'Delete The lighthouse' }).click();
    await page.getByRole('button', { name: 'Undo the deletion of The lighthouse' }).click();
    await link.waitFor();
    await page.getByRole('button', { name: 'Delete The lighthouse' }).click();
    await link.waitFor({ state: 'detached' });
    // The bar goes with the reader to other pages.
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Undo the deletion of The lighthouse' }).click();
    await page.getByRole('link', { name: 'Library' }).click();
    await page.getByRole('button', { name: 'Delete The lighthouse' }).click();
    await link.waitFor({ state: 'detached' });
    // The page is left before the time is up: the request goes out with it.
    await page.goto(`${server.url}/settings`);
    await until(async () => (await held()) === 1);
    await page.goto(`${server.url}/library`);
    await page.getByText(/1 document,/).waitFor();
    expect(await link.count()).toBe(0);
    await page.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('heading', { name: 'This collection holds no documents.' }).waitFor();
    expect(await held()).toBe(1);
    await page.getByText(/will be deleted/).waitFor({ state: 'detached' });
    expect(await held()).toBe(0);
  });

  it('tells of a deletion that failed', async () => {
    const { page } = opened;
    await page.goto(`${server.url}/library?collection=dropped`);
    const address = '**/v1/documents/*';
    await page.route(address, (route) => (route.request().method() === 'DELETE' ? route.abort() : route.fallback()));
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    await page.getByText(/“Notes of .*” was not deleted: /).waitFor();
    await page.getByRole('button', { name: /^Close/ }).click();
    expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(2);
    await page.unroute(address);
  });

  it('says why a page cannot be loaded, and shows it once the server is back', async () => {
    const { page } = await open('/');
    await page.route('**/assets/*', (route) => route.abort());
    await page.getByRole('link', { name: 'Quality' }).click();
    await page.getByText('could not be loaded: the server may be away').waitFor();
    await page.unroute('**/assets/*');
    await page.getByRole('heading', { name: 'Quality' }).waitFor();
    expect(await page.title()).toBe('Quality · Arbiter');
  });

  it.each(['quality', 'settings'])('has its neighbour %s without a fault', async (path) => {
    const neighbour = await open(`/${path}`);
    await neighbour.page.getByRole('heading', { level: 1 }).waitFor();
    await neighbour.page.waitForLoadState('networkidle');
    // No keys are kept: the browser tells of the answer that says so.
    expect(await faultsOf(neighbour, /status of 404/)).toEqual([]);
  });

  // Near the end, since the server reads for a long time after it.
  it('names the job of a pack by the pack, and offers none to read that holds nothing', async () => {
    const { page } = await open('/library');
    const pack = page.getByRole('region', { name: 'Packs' });
    await pack.getByRole('button', { name: /lantern-coast/ }).waitFor();
    expect(await pack.getByRole('heading', { name: 'generic' }).count()).toBe(0);
    await pack.getByRole('button', { name: /lantern-coast/ }).click();
    await page.locator('.job .grow', { hasText: 'Pack lantern-coast' }).waitFor();
    await page.locator('.job').getByRole('link', { name: 'lantern-coast_lore' }).waitFor();
    await page
      .locator('.collections')
      .getByRole('link', { name: /^lantern-coast_lore/ })
      .waitFor();
    await page.locator('.job').getByText('Reading').waitFor();
  });

  it('is whole on a phone, in dark colours', async () => {
    const phone = await open('/library', {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
      hasTouch: true,
    });
    await phone.page.getByRole('button', { name: 'Choose files' }).waitFor();
    expect(await overhangOf(phone.page)).toBeLessThanOrEqual(0);
    expect(await faultsOf(phone)).toEqual([]);
  });
});
