import type { Answer } from '@arbiter/contracts';
import { until } from '@arbiter/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { ingest, send } from '../http-calls.js';
import { noBrowser, type OpenedPage, TestBrowser } from './browser.js';
import { faultsOf } from './check-page.js';
import { MarketServer, stallsAfter, writes } from './market-server.js';

const READY_MS = 240_000;
const reason = noBrowser();
const QUESTION = 'What does a phial cost?';
const TWO_SENTENCES = 'A phial costs 9 wicks [1]. The market opens at dawn and closes at dusk [2].';

let market: MarketServer;
let browser: TestBrowser;
const opened: OpenedPage[] = [];

async function open(path = '/', options: BrowserContextOptions = {}): Promise<OpenedPage> {
  const one = await browser.open(`${market.url}${path}`, options);
  opened.push(one);
  return one;
}

async function ask(page: Page, question = QUESTION): Promise<void> {
  await page.getByLabel('Your question').fill(question);
  await page.keyboard.press('Enter');
}

/** Waits for the last answer of the page, and takes it from its record. */
async function answerOn(page: Page): Promise<Answer> {
  const made = page.locator('.exchange:last-child .tools').getByRole('link', { name: 'How it was made' });
  const { searchParams } = new URL((await made.getAttribute('href')) ?? '', market.url);
  const record = await send(`${market.url}/v1/answers/${searchParams.get('answer')}?withoutFlight=true`);
  return (record.json() as { shown: { answer: Answer } }).shown.answer;
}

interface ShownRecord {
  readonly shown: { readonly answer: Answer };
  redacted: unknown;
}

/** Loads the page anew, with records of answers that the server does not have. */
async function changeRecord(page: Page, change: (record: ShownRecord) => void): Promise<void> {
  await page.route('**/v1/answers/*', async (route) => {
    const sent = await route.fetch();
    const record = (await sent.json()) as ShownRecord;
    change(record);
    await route.fulfill({ json: record });
  });
  await page.reload();
}

/** Addresses of the requests to a path from now on. */
function requestsOf(page: Page, path: string): string[] {
  const requests: string[] = [];
  page.on('request', (request) => void (request.url().includes(path) && requests.push(request.url())));
  return requests;
}

const placeIn = (page: Page) => {
  const { searchParams } = new URL(page.url());
  return [searchParams.get('doc'), Number(searchParams.get('start')), Number(searchParams.get('end'))];
};

(reason === null ? describe : describe.skip)(`Ask${reason === null ? '' : `: ${reason}`}`, () => {
  beforeAll(async () => {
    [market, browser] = await Promise.all([MarketServer.start(), TestBrowser.start()]);
  }, READY_MS);
  afterEach(async () => {
    for (const one of opened.splice(0)) await browser.leave(one);
  });
  afterAll(async () => {
    await browser.close();
    await market.stop();
  });

  it('answers, and each marker opens its document at its span', async () => {
    market.writing = writes(TWO_SENTENCES);
    const one = await open();
    const { page } = one;
    await ask(page);
    const { citations } = await answerOn(page);
    expect(citations.length).toBe(2);
    const markers = page.locator('.markdown .marker');
    for (const [index, { documentId, start, end }] of citations.entries()) {
      await markers.nth(index).click();
      await page.waitForURL(({ searchParams }) => searchParams.get('start') === String(start));
      expect(placeIn(page)).toEqual([documentId, start, end]);
      // The address changes a moment before the page does.
      await markers.nth(index).and(page.locator('[aria-pressed=true]')).waitFor();
      const pressed = await Promise.all(citations.map((_, at) => markers.nth(at).getAttribute('aria-pressed')));
      expect(pressed).toEqual(citations.map((_, at) => String(at === index)));
    }
    // The link alone reproduces what is seen.
    const text = await page.locator('.markdown').innerText();
    await page.reload();
    await page.locator('.markdown .marker[aria-pressed="true"]').waitFor();
    expect(await page.locator('.markdown').innerText()).toBe(text);
    expect(await faultsOf(one)).toEqual([]);
  });

  it('follows up in the same session, and lists it', async () => {
    market.writing = writes(TWO_SENTENCES);
    const { page } = await open();
    await ask(page);
    await answerOn(page);
    await ask(page, 'What does a lantern cost?');
    await page.locator('.exchange:nth-child(2) .answer').waitFor();
    const session = new URL(page.url()).searchParams.get('session');
    const { messages } = (await send(`${market.url}/v1/sessions/${session}`)).json() as { messages: unknown[] };
    expect(messages).toHaveLength(4);
    await page.locator('.rail [aria-current="page"]', { hasText: QUESTION }).waitFor();
    const span = `document.querySelector('.rail [aria-current="page"] > span')`;
    const sizes = await page.evaluate(
      `['Width', 'Height'].map((of) => ${span}['scroll' + of] - ${span}['client' + of])`,
    );
    expect(sizes).toEqual([0, 0]);
    await page.getByRole('button', { name: 'New conversation' }).click();
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
    await page.getByRole('link', { name: QUESTION }).first().click();
    await page.locator('.exchange:nth-child(2) .marker').first().waitFor();
    // Deleted from the rail, nothing is kept of it, nor of what the page has read of it.
    await page.reload();
    const row = page.locator('.rail li', { has: page.locator('[aria-current="page"]') });
    await row.getByRole('button').click();
    await row.getByRole('button', { name: /for good/ }).click();
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
    expect((await fetch(`${market.url}/v1/sessions/${session}`)).status).toBe(404);
    await row.waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByText('This conversation is not kept any more.').waitFor();
  });

  it('says plainly what it does not answer, and opens the closest passages', async () => {
    market.writing = writes('NOT_IN_SOURCES');
    const one = await open('/', { colorScheme: 'dark' });
    await ask(one.page, 'Who built the bridge of the lamp market?');
    const { closest = [] } = await answerOn(one.page);
    expect(closest.length).toBeGreaterThan(0);
    await one.page.getByText('Not answered', { exact: true }).waitFor();
    // Reasons, and no notes to whatever wrote the draft.
    const reasons = one.page.locator('.fold', { hasText: 'Why it was not answered' }).locator('li');
    expect(await reasons.count()).toBeGreaterThan(0);
    expect((await reasons.allInnerTexts()).join(' ')).not.toMatch(/Retrieve|decline/);
    await changeRecord(one.page, ({ shown: { answer } }) => answer.validation?.issues.splice(0));
    await one.page.getByText('too unlikely to be right').waitFor();
    await one.page.unrouteAll();
    await one.page.reload();
    await one.page.locator('.passage button').first().click();
    await one.page.waitForURL(/doc=/);
    expect(placeIn(one.page)).toEqual([closest[0]?.documentId, closest[0]?.start, closest[0]?.end]);
    expect(await faultsOf(one)).toEqual([]);
  });

  it('keeps a verdict on a sentence, and the last one counts', async () => {
    market.writing = writes(TWO_SENTENCES);
    const one = await open();
    const { page } = one;
    await page.locator('.options summary').click();
    await page.getByLabel('Collection market').check();
    await page.locator('.options summary').click();
    await ask(page);
    const { id } = await answerOn(page);
    await page.locator('.sign').first().click();
    await page.getByLabel('Why, if you like').fill('It was 8.');
    await page.getByRole('button', { name: 'This sentence is right' }).click();
    await page.getByText('Noted. You can change it.').waitFor();
    await page.getByRole('button', { name: 'This sentence is wrong' }).click();
    await page.locator('[aria-pressed="true"]', { hasText: 'This sentence is wrong' }).waitFor();
    await page.getByRole('button', { name: 'A good answer', exact: true }).click();
    await page.getByText('Thank you.').waitFor();
    await page.reload();
    await page.locator('.thumb[aria-pressed="true"][title="A good answer"]').waitFor();
    await page.locator('.sign').first().click();
    await page.locator('[aria-pressed="true"]', { hasText: 'This sentence is wrong' }).waitFor();
    // One number for one thing: that of the whole answer.
    expect(await page.locator('.claim').innerText()).not.toContain('sure');
    await page.locator('.confidence summary').click();
    await page.getByText('2 of 2 statements are fully supported by the sources.').waitFor();
    expect(await faultsOf(one)).toEqual([]);
    const { feedback } = (await send(`${market.url}/v1/feedback?domain=market`)).json() as {
      feedback: { answerId: string; supported: boolean; comment: string }[];
    };
    expect(feedback.filter(({ answerId }) => answerId === id)).toMatchObject([
      { supported: false, comment: 'It was 8.' },
    ]);
  });

  it('keeps what was shown when the server dies in mid-stream, and asks again once it is back', async () => {
    market.writing = stallsAfter('A phial costs 9 wicks [1]. The market opens at dawn [2]. And then');
    const one = await open();
    const { page } = one;
    await ask(page);
    await page.getByText('Draft, not checked yet').waitFor();
    await page.locator('.draft', { hasText: 'A phial costs 9 wicks' }).waitFor();
    await market.kill();
    await page.getByText('The server went away before it had answered.').waitFor();
    expect(await page.locator('.draft').innerText()).toContain('A phial costs 9 wicks');
    await market.restart();
    market.writing = writes(TWO_SENTENCES);
    // The server has never heard of the question: the tab remembers it over a reload.
    await page.reload();
    await page.locator('.question', { hasText: QUESTION }).waitFor();
    await page.getByRole('button', { name: 'Ask again', exact: true }).click();
    await page.locator('.marker').first().waitFor();
    // In its own place.
    expect(await page.locator('.question').allInnerTexts()).toEqual([QUESTION]);
    expect(await faultsOf(one, /status of 404|ERR_|Failed to load/)).toEqual([]);
  }, 120_000);

  it('stops where it is told to', async () => {
    market.writing = stallsAfter('A phial costs 9 wicks [1]. The market');
    const { page } = await open();
    await ask(page);
    await page.locator('.draft').waitFor();
    // It is at hand while one reads: the field keeps the focus.
    expect(await page.locator('.composer textarea:focus').count()).toBe(1);
    const requests = requestsOf(page, '/v1/query');
    await page.getByLabel('Your question').fill('Half a question');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('You stopped this question.').waitFor();
    // What stands in the field is not asked by that.
    await page.getByRole('button', { name: 'Ask', exact: true }).waitFor();
    expect(await page.getByLabel('Your question').inputValue()).toBe('Half a question');
    expect(requests).toEqual([]);
    await page.getByRole('button', { name: 'Edit and ask again' }).click();
    expect(await page.getByLabel('Your question').inputValue()).toBe(QUESTION);
    market.writing = writes(TWO_SENTENCES);
    await page.keyboard.press('Enter');
    await page.locator('.marker').first().waitFor();
    // In the place of the one that was stopped.
    expect(await page.locator('.question').allInnerTexts()).toEqual([QUESTION]);
  });

  it('stops the agent, and does not ask it again', async () => {
    market.writing = stallsAfter('A phial costs 9 wicks [1]. The market');
    const { page } = await open('/watch');
    const requests = requestsOf(page, '/agentic_search');
    await ask(page);
    await page.locator('.step').first().waitFor();
    await page.getByLabel('Your question').fill(QUESTION);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('You stopped this question.').waitFor();
    await page.getByRole('button', { name: 'Ask', exact: true }).waitFor();
    expect(requests).toHaveLength(1);
  });

  it('tells what a deleted document took from an answer, and draws nothing from before', async () => {
    market.writing = writes('A loaf costs 2 wicks [1].');
    await ingest(market.url, 'bakery', [
      {
        kind: 'inline',
        name: 'bread.md',
        content: '# Bread\n\nA loaf costs 2 wicks at the baker of the quay.\n',
        metadata: {},
      },
    ]);
    const one = await open();
    const { page } = one;
    await ask(page, 'What does a loaf cost?');
    const { id, citations } = await answerOn(page);
    await send(`${market.url}/v1/documents/${citations[0]?.documentId}`, { method: 'DELETE' });
    const isForgotten = async () => {
      const record = await send(`${market.url}/v1/answers/${id}?withoutFlight=true`);
      return (record.json() as { redacted: unknown }).redacted !== null;
    };
    await until(isForgotten, { timeoutMs: 60_000, what: 'the answer to be redacted' });
    // As by coming back to the tab.
    await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
    await page.getByText('A document that this answer read was deleted').waitFor();
    expect(await page.locator('.talk').innerText()).not.toContain('2 wicks');
    await page.reload();
    await page.getByText('A document that this answer read was deleted').waitFor();
    expect(await page.locator('.question').innerText()).toBe('A question about a deleted document');
    expect(await page.getByRole('button', { name: 'Edit and ask again' }).count()).toBe(0);
    expect(await faultsOf(one)).toEqual([]);
  });

  it('draws what a deletion has left of an answer', async () => {
    market.writing = writes(TWO_SENTENCES);
    const { page } = await open();
    await ask(page);
    await answerOn(page);
    await changeRecord(page, (record) => {
      record.redacted = { at: new Date().toISOString(), jobId: null };
      record.shown.answer.citations.length = 1;
    });
    await page.getByText('A document that this answer read was deleted').waitFor();
    expect(await page.locator('.markdown .marker').allInnerTexts()).toEqual(['1']);
  });

  it('shows what another tab has asked in the same conversation', async () => {
    market.writing = writes(TWO_SENTENCES);
    const { page } = await open();
    await ask(page);
    await answerOn(page);
    const other = await open(page.url().slice(market.url.length));
    await other.page.locator('.answer').waitFor();
    await ask(other.page, 'What does a lantern cost?');
    await other.page.locator('.exchange:nth-child(2) .answer').waitFor();
    await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
    await page.locator('.exchange:nth-child(2) .marker').first().waitFor();
    expect(await page.locator('.question').allInnerTexts()).toEqual([QUESTION, 'What does a lantern cost?']);
    expect(await page.title()).toBe(`${QUESTION} · Arbiter`);
  });

  it('has a field below an answer that a link leads to', async () => {
    market.writing = writes(TWO_SENTENCES);
    const { page } = await open();
    await ask(page);
    const { id } = await answerOn(page);
    const linked = await open(`/?answer=${id}`);
    await linked.page.locator('.marker').first().waitFor();
    await ask(linked.page, 'What does a lantern cost?');
    await linked.page.waitForURL(/session=/);
    await answerOn(linked.page);
    expect(await linked.page.locator('.question').allInnerTexts()).toEqual(['What does a lantern cost?']);
    expect(await faultsOf(linked)).toEqual([]);
  });

  it('leads to the Library as long as that is empty', async () => {
    const { page } = await open();
    await page.route('**/v1/collections*', (route) => route.fulfill({ json: { collections: [] } }));
    await page.reload();
    await page.getByRole('link', { name: 'Add some in the Library' }).click();
    await page.waitForURL(/\/library/);
  });

  it('keeps two tabs apart', async () => {
    market.writing = writes(TWO_SENTENCES);
    const [first, second] = await Promise.all([open(), open()]);
    await Promise.all([ask(first.page), ask(second.page, 'What does a lantern cost?')]);
    await Promise.all([answerOn(first.page), answerOn(second.page)]);
    expect(await first.page.locator('.question').allInnerTexts()).toEqual([QUESTION]);
    expect(await second.page.locator('.question').allInnerTexts()).toEqual(['What does a lantern cost?']);
  });

  it('runs nothing that a document’s name holds, on a phone', async () => {
    market.writing = writes('The bridge toll is 3 wicks for a cart [1].');
    const one = await open('/', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    const { page } = one;
    await ask(page, 'What is the bridge toll for a cart?');
    await answerOn(page);
    await page.locator('.passage', { hasText: 'onerror' }).waitFor();
    for (const small of await page.locator('.marker, .sign').all()) {
      const { width = 0, height = 0 } = (await small.boundingBox()) ?? {};
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    }
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await page.title()).not.toBe('broken');
    expect(await faultsOf(one)).toEqual([]);
  });

  it('says so where an answer or a session is not kept', async () => {
    const { page } = await open('/?answer=answer_of_nobody');
    await page.getByText('This answer is not kept any more.').waitFor();
    await page.goto(`${market.url}/?session=session-of-nobody`);
    await page.getByText('This conversation is not kept any more.').waitFor();
    await page.getByRole('link', { name: 'Ask a question' }).click();
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
  });

  it('shows the agent at work, and any answer from its record', async () => {
    market.writing = writes(TWO_SENTENCES);
    const one = await open('/watch');
    const { page } = one;
    await ask(page);
    await page.locator('.step').first().waitFor();
    await page.locator('.answer').waitFor();
    await page.locator('.step summary').first().click();
    await page.locator('.step .passage button').first().click();
    await page.waitForURL(/doc=.*start=/);
    await page.getByRole('link', { name: 'How it was made' }).click();
    await page.getByRole('button', { name: 'Make it again from its record' }).click();
    await page.getByText('The same again').waitFor();
    // A record is written once its stream has ended: the page may ask a moment too early, and shows what was streamed.
    expect(await faultsOf(one, /status of 404/)).toEqual([]);
  });
});
