import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { ingest, send } from '../http-calls.js';
import { Processes } from '../processes.js';
import { startStandaloneProcess } from '../servers.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { animatedPng, type Frame } from './animated-png.js';
import { type OpenedPage, TestBrowser } from './browser.js';

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));
const PICTURES = join(REPOSITORY, 'docs/console');
const PAPERS = join(REPOSITORY, 'domains/lantern-coast/papers');

const ANSWERED = 'Which barge rings its bell twice?';
const DECLINED = 'How much did the rebuilding of the Sounding House cost?';
const VARIANTS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 }, hasTouch: true },
};
/** After the network has fallen silent: letters of a PDF and places of a map are still being drawn. */
const DRAWING_MS = 1_500;

const processes = new Processes();
const folders = new TemporaryFolders();
const browser = await TestBrowser.start();

try {
  await mkdir(PICTURES, { recursive: true });
  const dataDir = await folders.create();
  const env = { REPORTS_DIR: join(REPOSITORY, 'docs/reports/runs/trust') };
  const { url } = await startStandaloneProcess(processes, { dataDir, env });
  await fillLibrary(url);
  const places = await askQuestions(url);
  for (const [name, path] of Object.entries(places)) {
    for (const [variant, options] of Object.entries(VARIANTS)) {
      const { page, context } = await browser.open(`${url}${path}`, options);
      await settle(page);
      await writeFile(join(PICTURES, `${name}-${variant}.png`), await page.screenshot());
      await context.close();
    }
  }
} finally {
  await browser.close();
  await processes.stopAll();
  await folders.removeAll();
}

/** The sample world by its pack, the papers by dropping them into the page's own field. */
async function fillLibrary(url: string): Promise<void> {
  const root = join(REPOSITORY, 'domains/lantern-coast');
  await ingest(url, 'lantern-coast_lore', [{ kind: 'path', path: join(root, 'documents') }]);
  await send(`${url}/v1/domains/lantern-coast/ingest`, { json: {} });
  const { page, context } = await browser.open(`${url}/library`);
  await page.getByLabel('Collection', { exact: true }).fill('papers');
  const files = ['breakwater-survey.pdf', 'pilots-notice.pdf'].map((name) => join(PAPERS, name));
  await page.locator('input[type=file]:not([webkitdirectory])').setInputFiles(files);
  await page.getByText('2 added').waitFor({ timeout: 120_000 });
  await context.close();
}

/**
 * Asks as a person does, and records it: a question, its citation opened, and one that is declined.
 *
 * @returns where each picture is taken
 */
async function askQuestions(url: string): Promise<Readonly<Record<string, string>>> {
  const opened = await browser.open(url, { viewport: { width: 1280, height: 720 } });
  const { page } = opened;
  const recording: Frame[] = [];
  const record = async (ms: number) => void recording.push({ png: await page.screenshot(), ms });
  // Viewers that know no animation show this frame alone.
  await page.getByRole('textbox', { name: 'Your question' }).waitFor();
  await settle(page);
  await record(800);
  await ask(opened, ANSWERED, record);
  await page
    .getByRole('button', { name: /\[?1\]?/ })
    .first()
    .click();
  await settle(page);
  await record(3_500);
  const cited = placeOf(page);
  await page.keyboard.press('Escape');
  const rail = page.getByRole('button', { name: 'Conversations' });
  if (await rail.isVisible()) await rail.click();
  await page.getByRole('button', { name: 'New conversation' }).click();
  const declined = await ask(opened, DECLINED, record);
  await record(4_000);
  await writeFile(join(PICTURES, 'recording.png'), animatedPng(recording));
  return {
    ask: cited,
    declined,
    watch: await watched(opened, url),
    library: '/library',
    world: '/world?collection=lantern-coast_lore',
    quality: '/quality',
    settings: '/settings',
  };
}

/** An answer of the agent, from its first decision to its last. */
async function watched({ page }: OpenedPage, url: string): Promise<string> {
  await page.goto(`${url}/watch`);
  const field = page.getByRole('textbox', { name: 'Your question' });
  await field.fill(ANSWERED);
  await field.press('Enter');
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached', timeout: 120_000 });
  await page.locator('a[href*="/watch?answer="]').first().click();
  await page.waitForURL(/answer=/);
  return placeOf(page);
}

async function ask({ page }: OpenedPage, question: string, record: (ms: number) => Promise<void>): Promise<string> {
  const field = page.getByRole('textbox', { name: 'Your question' });
  await field.fill(question);
  await record(1_200);
  await field.press('Enter');
  await page.waitForTimeout(150);
  await record(700);
  const asked = page.getByRole('heading', { name: question });
  await asked.waitFor();
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached', timeout: 120_000 });
  await settle(page);
  await record(2_500);
  return placeOf(page);
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(DRAWING_MS);
}

function placeOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return `${pathname}${search}`;
}
