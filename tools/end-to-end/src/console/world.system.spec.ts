import { join } from 'node:path';
import type { getSubgraph, listChanges, OperationOutput } from '@arbiter/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { NO_READER } from '../environment.js';
import { send } from '../http-calls.js';
import { WORKSPACE } from '../installation.js';
import { LibraryStandalone } from '../shared/library-standalone.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { noBrowser, type OpenedPage, TestBrowser } from './browser.js';
import { faultsOf } from './check-page.js';

const COLLECTION = 'lantern-coast_lore';
const missing = noBrowser();
const folders = new TemporaryFolders();
let server: LibraryStandalone;
let browser: TestBrowser;
let keys: Readonly<Record<'editor' | 'reader', string>>;
/** How many groups the map begins with. */
let groups: number;
const shown: OpenedPage[] = [];

async function keyOf(file: string, role: string): Promise<string> {
  const words = ['keys', '--create', role, '--file', file, '--role', role];
  const made = await WORKSPACE.arbiter(words, { cwd: await folders.create() });
  expect(made).toMatchObject({ code: 0 });
  return made.stdout.trim();
}

/** The page of the world at a place, whose fields stand in its address. */
async function open(place: object, options: BrowserContextOptions = {}, as: keyof typeof keys = 'editor') {
  const search = Object.entries({ collection: COLLECTION, ...place }).map(
    ([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  const extraHTTPHeaders = { 'x-api-key': keys[as] };
  const opened = await browser.open(`${server.url}/world?${search.join('&')}`, { extraHTTPHeaders, ...options });
  shown.push(opened);
  return { opened, page: opened.page, card: opened.page.getByRole('region', { name: 'Entity' }) };
}

async function get(path: string): Promise<string> {
  const { status, text } = await send(`${server.url}${path}`, { headers: { 'x-api-key': keys.editor } });
  expect(status).toBe(200);
  return text;
}
const subgraph = async (query: string) =>
  JSON.parse(await get(`/v1/graphs/${COLLECTION}/subgraph?${query}`)) as OperationOutput<typeof getSubgraph>;

/** Once there are as many things on the map as wanted. */
const drawn = (page: Page, count: number) => page.locator(`.drawing[data-nodes="${count}"]`).waitFor();
/** As a person does: a key at a time, in a field that has the focus. */
async function type(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.pressSequentially(text);
}
/** Until all of a card is there: what moves it while one types closes the choices of a field, as scrolling does. */
const whole = (card: Locator) => card.getByRole('region', { name: 'Evidence' }).waitFor();

(missing === null ? describe : describe.skip)(`the page of the world${missing === null ? '' : ` (${missing})`}`, () => {
  beforeAll(async () => {
    const file = join(await folders.create(), 'keys.yaml');
    keys = { editor: await keyOf(file, 'editor'), reader: await keyOf(file, 'reader') };
    const started = LibraryStandalone.start({ ...NO_READER, ARBITER_KEYS_FILE: file });
    [server, browser] = await Promise.all([started, TestBrowser.start()]);
    groups = (await subgraph('limit=60')).communities.length;
  });
  afterEach(async () => {
    for (const one of shown.splice(0)) await browser.leave(one);
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
    await folders.removeAll();
  });

  it('draws the groups first, opens one with the Enter key, says where the keys are, and closes it', async () => {
    const { opened, page } = await open({});
    await page.getByText(`${groups} groups drawn`).waitFor();
    expect(await page.locator('canvas').count()).toBeGreaterThan(0);
    expect(await faultsOf(opened)).toEqual([]);
    const map = page.getByRole('application');
    await map.press('ArrowDown');
    await page.getByText(/^Group .+, \d+ members, 0 shown, closed$/).waitFor({ state: 'attached' });
    await map.press('Enter');
    await drawn(page, groups + 30);
    await page.getByText('more not drawn').waitFor();
    await map.press('ArrowRight');
    await map.press('Escape');
    await drawn(page, groups);
  });

  it('shows the same as a list with the same actions, and a link reproduces it', async () => {
    const { opened, page, card } = await open({ view: 'list' });
    await page.getByRole('button', { name: /^Open Drowned Heron/ }).click();
    const things = page.getByRole('group', { name: 'Things' });
    await things.getByRole('button', { name: 'Drowned Heron' }).waitFor();
    const again = await browser.open(page.url(), { extraHTTPHeaders: { 'x-api-key': keys.editor } });
    shown.push(again);
    await again.page.getByRole('group', { name: 'Relations' }).waitFor();
    await things.getByRole('button', { name: 'Drowned Heron' }).click();
    await card.getByRole('heading', { name: 'Drowned Heron' }).waitFor();
    expect(await faultsOf(opened)).toEqual([]);
  });

  it('tells how an entity stood after a session, and opens a document at its evidence', async () => {
    const { page, card } = await open({ entity: 'drowned-heron' });
    await card.locator('.status').getByText('destroyed').waitFor();
    await card.getByText('destroyed by').first().waitFor();
    await card.getByRole('button', { name: /burned until the fourth bell/ }).click();
    await page.locator('aside.pane').getByText('burned until the fourth bell').waitFor();
    const { searchParams } = new URL(page.url());
    const text = await get(`/v1/documents/${searchParams.get('doc')}/text`);
    const quote = text.slice(Number(searchParams.get('start')), Number(searchParams.get('end')));
    expect(quote).toContain('burned until the fourth bell');
    await page.getByLabel('The world as of').selectOption('1');
    await card.locator('.status').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('at')).toBe('1');
    expect(await card.getByText('destroyed by').count()).toBe(0);
  });

  it('finds an entity while its name is typed, and how it is connected with another', async () => {
    const { opened, page, card } = await open({});
    const find = page.getByRole('combobox', { name: 'Find someone or something' });
    await type(find, 'ormu');
    await page.getByRole('option', { name: /Hask Ormund/ }).waitFor();
    await find.press('ArrowDown');
    await find.press('Enter');
    await card.getByRole('heading', { name: 'Hask Ormund' }).waitFor();
    await whole(card);
    await type(page.getByRole('combobox', { name: 'How is it connected with …' }), 'adlin');
    await page.getByRole('option', { name: /Leadline Guild/ }).click();
    await card.locator('.path li').first().waitFor();
    expect(await faultsOf(opened)).toEqual([]);
  });

  it('says that an entity of the address is unknown, and draws the rest', async () => {
    const { opened, page, card } = await open({ entity: 'nobody-at-all' });
    await card.getByText('has no entity "nobody-at-all"').waitFor();
    await drawn(page, groups);
    expect(await faultsOf(opened, /404/)).toEqual([]);
  });

  it('lets an editor accept what a session tells, and take it back', async () => {
    const { opened, page } = await open({ view: 'changes' });
    await page.getByLabel('Also sessions that are recorded already').check();
    await page.getByLabel(/Your name/).fill('Ada');
    await page.getByRole('button', { name: 'Dorrin Caul', exact: true }).first().waitFor();
    await page.getByRole('article').getByRole('button', { name: 'Accept' }).first().click();
    const entry = page.locator('.entry', { hasText: 'accepted by Ada' });
    await entry.getByText('Take back', { exact: true }).click();
    await entry.getByRole('button', { name: 'Take it back' }).click();
    await page.locator('.entry[data-counts="false"]', { hasText: 'taken back' }).waitFor();
    const recorded = await get(`/v1/changelog?collection=${COLLECTION}&includeReverted=true&limit=500`);
    const { changes } = JSON.parse(recorded) as OperationOutput<typeof listChanges>;
    expect(changes.filter(({ decision }) => decision?.by === 'Ada')).toMatchObject([{ revertedBy: { id: 8 } }]);
    expect(await faultsOf(opened)).toEqual([]);
  });

  it('merges two entities after saying what that does, and undoes it', async () => {
    const { opened, page, card } = await open({ entity: 'widow-sarn' });
    await whole(card);
    await card.getByText('Correct this entity').click();
    await page.getByLabel(/Your name/).fill('Ada');
    await type(page.getByRole('combobox', { name: 'The other entity' }), 'brindle');
    await page.getByRole('option', { name: /Brindle Haim/ }).click();
    await card.getByText('“Widow Sarn” becomes part of “Brindle Haim”').waitFor();
    await card.getByRole('button', { name: 'Merge them' }).click();
    await card.getByRole('heading', { name: 'Brindle Haim' }).waitFor();
    expect((await subgraph('entity=Widow%20Sarn')).entities[0]).toMatchObject({ id: 'brindle-haim' });
    await page.getByRole('link', { name: 'Corrections' }).click();
    await page.getByText('“widow sarn” became part of “brindle haim”').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('undone').waitFor();
    const corrected = JSON.parse(await get(`/v1/graphs/${COLLECTION}/corrections`)) as object;
    expect(corrected).toMatchObject({ corrections: [{ by: 'Ada', state: 'undone' }] });
    expect((await subgraph('entity=widow-sarn')).entities[0]).toMatchObject({ name: 'Widow Sarn' });
    expect(await faultsOf(opened)).toEqual([]);
  });

  it('tells a reader why nothing can be changed', async () => {
    const { opened, page, card } = await open({ entity: 'drowned-heron' }, {}, 'reader');
    await card.getByText('Only editors may change this world').waitFor();
    expect(await card.getByText('Correct this entity').count()).toBe(0);
    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByRole('region', { name: 'Session 6' }).waitFor();
    expect(await page.getByText('Take back').count()).toBe(0);
    expect(await faultsOf(opened)).toEqual([]);
  });

  it('offers to build the graph of a collection that has none', async () => {
    const { opened, page } = await open({ collection: 'notes' });
    await page.getByText('This collection has no knowledge graph yet.').waitFor();
    expect(await faultsOf(opened, /404/)).toEqual([]);
    await page.getByRole('button', { name: 'Build it' }).click();
    await page.getByRole('application').waitFor();
  });

  it('fits a phone in the dark, card and all', async () => {
    const { opened, page, card } = await open(
      { entity: 'drowned-heron' },
      { viewport: { width: 390, height: 800 }, colorScheme: 'dark' },
    );
    await whole(card);
    expect(await page.evaluate('document.querySelector("main").scrollWidth')).toBeLessThanOrEqual(390);
    expect(await faultsOf(opened)).toEqual([]);
  });
});
