import { dirname, join } from 'node:path';
import { until } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_READER } from '../environment.js';
import { WORKSPACE } from '../installation.js';
import { Processes } from '../processes.js';
import { startStandaloneProcess } from '../servers.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { noBrowser, TestBrowser } from './browser.js';
import { faultsOf } from './check-page.js';

const READY_MS = 240_000;
const reason = noBrowser();
const processes = new Processes();
const folders = new TemporaryFolders();
let browser: TestBrowser;
let url: string;
let key: string;
let keysFile: string;

const keys = (...args: string[]) =>
  WORKSPACE.arbiter(['keys', '--file', keysFile, ...args], { cwd: dirname(keysFile), env: {} });

(reason === null ? describe : describe.skip)(`Signing in${reason === null ? '' : `: ${reason}`}`, () => {
  beforeAll(async () => {
    const dataDir = await folders.create();
    keysFile = join(dataDir, 'keys.json');
    key = (await keys('--create', 'harbour', '--role', 'reader')).stdout.split('\n')[0]?.trim() ?? '';
    const env = { ...NO_READER, ARBITER_KEYS_FILE: keysFile };
    [{ url }, browser] = await Promise.all([startStandaloneProcess(processes, { dataDir, env }), TestBrowser.start()]);
  }, READY_MS);
  afterAll(async () => {
    await browser.close();
    await processes.stopAll();
    await folders.removeAll();
  });

  it('lets in with a key, and asks again once it is revoked', async () => {
    const one = await browser.open(`${url}/?q=Who%20keeps%20it%3F`);
    const { page } = one;
    await page.getByLabel('Key').fill('arb_wrong');
    await page.keyboard.press('Enter');
    await page.locator('[role="alert"]', { hasText: /key/ }).waitFor();
    expect(await faultsOf(one, /status of 401/)).toEqual([]);
    await page.getByLabel('Key').fill(key);
    await page.keyboard.press('Enter');
    const field = page.getByLabel('Your question');
    await field.waitFor();
    expect(await field.inputValue()).toBe('Who keeps it?');
    await keys('--revoke', 'harbour');
    const who = "fetch('/v1/console/session').then((response) => response.json())";
    await until(async () => !(await page.evaluate<{ isSignedIn: boolean }>(who)).isSignedIn);
    await field.fill('And now?');
    await page.keyboard.press('Enter');
    await page.getByLabel('Key').waitFor();
  });
});
