import { join } from 'node:path';
import type { listChanges, listGraphCorrections, OperationOutput, getSubgraph } from '@arbiter/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
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

async function keyOf(file: string, role: string): Promise<string> {
  const made = await WORKSPACE.arbiter(['keys', '--create', role, '--file', file, '--role', role], {
    cwd: await folders.create(),
  });
  expect(made).toMatchObject({ code: 0 });
  return made.stdout.trim();
}

interface Look {
  readonly as?: 'editor' | 'reader';
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
}

/** The page of the world at a place, whose fields stand in its address. */
function open(place: object, { as = 'editor', width = 1280, colorScheme = 'light' }: Look = {}): Promise<OpenedPage> {
  const search = Object.entries({ collection: COLLECTION, ...place }).map(
    ([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  const options = { viewport: { width, height: 800 }, colorScheme, extraHTTPHeaders: { 'x-api-key': keys[as] } };
  return browser.open(`${server.url}/world?${search.join('&')}`, options);
}

async function get<Output>(path: string): Promise<Output> {
  const { status, text } = await send(`${server.url}${path}`, { headers: { 'x-api-key': keys.editor } });
  expect(status).toBe(200);
  return JSON.parse(text) as Output;
}
const subgraph = (query: string) =>
  get<OperationOutput<typeof getSubgraph>>(`/v1/graphs/${COLLECTION}/subgraph?${query}`);

/** Things on the map, once there are as many as wanted. */
const drawn = ({ page }: OpenedPage, count: number) => page.locator(`.drawing[data-nodes="${count}"]`).waitFor();
const card = ({ page }: OpenedPage) => page.getByRole('region', { name: 'Entity' });
/** As a person does: a key at a time, in a field that has the focus. */
async function type(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.pressSequentially(text);
}
/** Until all of a card is there: what moves it while one types closes the choices of a field, as scrolling does. */
const whole = (opened: OpenedPage) => card(opened).getByRole('region', { name: 'Evidence' }).waitFor();

(missing === null ? describe : describe.skip)(`the page of the world${missing === null ? '' : ` (${missing})`}`, () => {
  beforeAll(async () => {
    const file = join(await folders.create(), 'keys.yaml');
    keys = { editor: await keyOf(file, 'editor'), reader: await keyOf(file, 'reader') };
    [server, browser] = await Promise.all([
      LibraryStandalone.start({ ...NO_READER, ARBITER_KEYS_FILE: file }),
      TestBrowser.start(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
    await folders.removeAll();
  });

  it.each(['light', 'dark'] as const)('draws the groups first, the largest named first, %s', async (colorScheme) => {
    const { communities } = await subgraph('limit=60');
    const opened = await open({}, { colorScheme });
    await drawn(opened, communities.length);
    await opened.page.getByText(`${communities.length} groups drawn`).waitFor();
    expect(await opened.page.locator('canvas').count()).toBeGreaterThan(0);
    expect(await faultsOf(opened)).toEqual([]);
  });

  it('opens a group with the Enter key, says where the keys are, and closes it with Escape', async () => {
    const { communities } = await subgraph('limit=60');
    const opened = await open({});
    await drawn(opened, communities.length);
    const map = opened.page.getByRole('application');
    await map.press('ArrowDown');
    await opened.page.getByText(/^Group .+, \d+ members, 0 shown, closed$/).waitFor({ state: 'attached' });
    await map.press('Enter');
    await drawn(opened, communities.length + 30);
    await opened.page.getByText('more not drawn').waitFor();
    await map.press('ArrowRight');
    await map.press('Escape');
    await drawn(opened, communities.length);
  });

  it('shows the same as a list with the same actions, and a link reproduces it', async () => {
    const opened = await open({ view: 'list' });
    const { page } = opened;
    await page.getByRole('button', { name: /^Open Drowned Heron/ }).click();
    const things = page.getByRole('table', { name: 'Things' });
    await things.getByRole('button', { name: 'Drowned Heron' }).waitFor();
    const again = await browser.open(page.url(), { extraHTTPHeaders: { 'x-api-key': keys.editor } });
    await again.page.getByRole('table', { name: 'Relations' }).waitFor();
    await things.getByRole('button', { name: 'Drowned Heron' }).click();
    await card(opened).getByRole('heading', { name: 'Drowned Heron' }).waitFor();
    expect(await faultsOf(opened)).toEqual([]);
  });

  it('opens the document at the span of a piece of evidence', async () => {
    const opened = await open({ entity: 'drowned-heron' });
    const evidence = card(opened).getByRole('button', { name: /burned until the fourth bell/ });
    await evidence.click();
    await opened.page.locator('aside.pane').waitFor();
    const { searchParams } = new URL(opened.page.url());
    const path = `/v1/documents/${searchParams.get('doc')}/text`;
    const { text } = await send(`${server.url}${path}`, { headers: { 'x-api-key': keys.editor } });
    const quote = text.slice(Number(searchParams.get('start')), Number(searchParams.get('end')));
    expect(quote).toContain('burned until the fourth bell');
  });

  it('tells how an entity stood after a session, and its relations of then', async () => {
    const opened = await open({ entity: 'drowned-heron' });
    const { page } = opened;
    await card(opened).locator('.status').getByText('destroyed').waitFor();
    await card(opened).getByText('destroyed by').first().waitFor();
    await page.getByLabel('The world as of').selectOption('1');
    await card(opened).locator('.status').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('at')).toBe('1');
    expect(await card(opened).getByText('destroyed by').count()).toBe(0);
  });

  it('finds an entity while its name is typed, and how it is connected with another', async () => {
    const opened = await open({});
    const { page } = opened;
    const find = page.getByRole('combobox', { name: 'Find someone or something' });
    await type(find, 'hask');
    await page.getByRole('option', { name: /Hask Ormund/ }).waitFor();
    await find.press('ArrowDown');
    await find.press('Enter');
    await card(opened).getByRole('heading', { name: 'Hask Ormund' }).waitFor();
    await whole(opened);
    const other = page.getByRole('combobox', { name: 'How is it connected with …' });
    await type(other, 'leadline');
    await page.getByRole('option', { name: /Leadline Guild/ }).click();
    await card(opened).locator('.path li').first().waitFor();
    expect(await faultsOf(opened)).toEqual([]);
  });

  it('says that an entity of the address is unknown, and draws the rest', async () => {
    const { communities } = await subgraph('limit=60');
    const opened = await open({ entity: 'nobody-at-all' });
    await card(opened).getByText('has no entity "nobody-at-all"').waitFor();
    await drawn(opened, communities.length);
    expect(await faultsOf(opened, /404/)).toEqual([]);
  });

  it('lets an editor accept what a session tells, and take it back', async () => {
    const opened = await open({ view: 'changes' });
    const { page } = opened;
    await page.getByLabel('Also sessions that have entries').check();
    await page.getByLabel(/Your name/).fill('Ada');
    const proposal = page.getByRole('article').filter({ has: page.getByRole('button', { name: 'Accept' }) });
    await proposal.first().getByRole('button', { name: 'Accept' }).click();
    const entry = page.locator('.entry', { hasText: 'accepted by Ada' });
    await entry.getByText('Take back', { exact: true }).click();
    await entry.getByRole('button', { name: 'Take it back' }).click();
    await page.locator('.entry[data-counts="false"]', { hasText: 'taken back' }).waitFor();
    const path = `/v1/changelog?collection=${COLLECTION}&includeReverted=true&limit=500`;
    const { changes } = await get<OperationOutput<typeof listChanges>>(path);
    expect(changes.filter(({ decision }) => decision?.by === 'Ada')).toMatchObject([{ revertedBy: { id: 8 } }]);
    expect(await faultsOf(opened)).toEqual([]);
  });

  it('merges two entities after saying what that does, and undoes it', async () => {
    const opened = await open({ entity: 'widow-sarn' });
    const { page } = opened;
    await whole(opened);
    await card(opened).getByText('Correct this entity').click();
    await page.getByLabel(/Your name/).fill('Ada');
    await type(page.getByRole('combobox', { name: 'The other entity' }), 'brindle');
    await page.getByRole('option', { name: /Brindle Haim/ }).click();
    await card(opened).getByText('“Widow Sarn” becomes part of “Brindle Haim”').waitFor();
    await card(opened).getByRole('button', { name: 'Merge them' }).click();
    await card(opened).getByRole('heading', { name: 'Brindle Haim' }).waitFor();
    expect((await subgraph('entity=Widow%20Sarn')).entities[0]).toMatchObject({ id: 'brindle-haim' });
    await page.getByRole('link', { name: 'Corrections' }).click();
    await page.getByText('“widow sarn” became part of “brindle haim”').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('undone').waitFor();
    const { corrections } = await get<OperationOutput<typeof listGraphCorrections>>(
      `/v1/graphs/${COLLECTION}/corrections`,
    );
    expect(corrections).toMatchObject([{ by: 'Ada', state: 'undone' }]);
    expect((await subgraph('entity=widow-sarn')).entities[0]).toMatchObject({ name: 'Widow Sarn' });
    expect(await faultsOf(opened)).toEqual([]);
  });

  it('tells a reader why nothing can be changed', async () => {
    const opened = await open({ entity: 'drowned-heron' }, { as: 'reader' });
    await card(opened).getByText('Only editors may change this world').waitFor();
    expect(await card(opened).getByText('Correct this entity').count()).toBe(0);
    await opened.page.getByRole('link', { name: 'Changes' }).click();
    await opened.page.getByRole('region', { name: 'Session 6' }).waitFor();
    expect(await opened.page.getByText('Take back').count()).toBe(0);
    expect(await faultsOf(opened, /403/)).toEqual([]);
  });

  it('offers to build the graph of a collection that has none', async () => {
    const opened = await open({ collection: 'notes' });
    await opened.page.getByText('This collection has no knowledge graph yet.').waitFor();
    expect(await faultsOf(opened, /404/)).toEqual([]);
    await opened.page.getByRole('button', { name: 'Build it' }).click();
    await opened.page.getByRole('application').waitFor();
  });

  it('fits a phone, card and all', async () => {
    const opened = await open({ entity: 'drowned-heron' }, { width: 390, colorScheme: 'dark' });
    await card(opened).getByText('Evidence').waitFor();
    expect(await opened.page.evaluate('document.querySelector("main").scrollWidth')).toBeLessThanOrEqual(390);
    expect(await faultsOf(opened)).toEqual([]);
  });
});
