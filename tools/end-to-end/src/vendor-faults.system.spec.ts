import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Answer, QueryEvent } from '@arbiter/contracts';
import { type HttpStandIn, startHttpStandIn, type StandInAnswer } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_READER } from './environment.js';
import { ingest, send } from './http-calls.js';
import { Processes } from './processes.js';
import { type RunningStandalone, startStandaloneProcess } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';
import { KEY, type Said, UNSAFE, VENDOR_WIRES } from './vendor-wires.js';

const READY_MS = 120_000;
const QUESTION = 'What does a phial cost?';
const WRITTEN = 'A phial costs 9 wicks.';
const DOCUMENT = `# Prices at the lamp market

A phial costs 9 wicks. A lantern costs 5 wicks, and a wick is a copper coin. Prices are posted at noon.

## Hours

The market opens at dawn and closes at dusk. Nobody may enter it with a burning torch.
`;
/** An answer that breaks off in its second sentence. */
const BROKEN: Said = { text: `${WRITTEN} A lantern costs 5 wi`, end: null };
/** Stands in no source, and in nothing that may be shown. */
const HIDDEN = 'Perhaps seventeen quuxes? The reader need not know.';

/** What the vendor does with one request. */
type Reply = (answer: StandInAnswer, body: string) => Promise<void>;

interface Asked extends Answer {
  /** Requests that the question has cost. */
  readonly requests: number;
  /** What a client that watches the draft has seen of it, but for sentences that were being written. */
  readonly draft: string;
  /** All that came over the wire. */
  readonly wire: string;
  /** Its notices, as one text. */
  readonly told: string;
}

describe.each(VENDOR_WIRES)('a language model of $name', (vendor) => {
  const processes = new Processes();
  const folders = new TemporaryFolders();
  let standIn: HttpStandIn;
  let server: RunningStandalone;
  let replies: readonly Reply[] = [];
  let requests = 0;
  /** Requests for anything, such as for whether the model is loaded. */
  let hits = 0;

  beforeAll(async () => {
    standIn = await startHttpStandIn((request, answer) => {
      hits += 1;
      const first = vendor.answerFirst(request, answer);
      if (first !== null) return first;
      const reply = replies[Math.min(requests, replies.length - 1)];
      requests += 1;
      return reply?.(answer, request.body);
    });
    const [dataDir, documents] = await Promise.all([folders.create(), folders.create()]);
    await writeFile(join(documents, 'prices.md'), DOCUMENT);
    server = await startStandaloneProcess(processes, {
      dataDir,
      env: {
        ...NO_READER,
        // The vendor is asked to write, and nothing else.
        VALIDATION_LLM: 'features',
        SYNTHESIS_MAX_TOKENS: '100',
        SYNTHESIS_THINKING_TOKENS: '1024',
        INGESTION_ROOTS: documents,
        ...vendor.env(standIn.url),
      },
    });
    await ingest(server.url, 'market', [{ kind: 'path', path: documents }]);
  }, READY_MS);
  afterAll(async () => {
    await processes.stopAll();
    await standIn.close();
    await folders.removeAll();
  });

  const says =
    (said: Said, then: 'end' | 'cut' = 'end'): Reply =>
    (answer, body) =>
      answer.stream(vendor.contentType, vendor.stream(said, body), then);
  const fails =
    (status: number, headers: Readonly<Record<string, string>> = {}): Reply =>
    (answer) =>
      answer.json(status, vendor.failure(status), headers);

  /** @param given one for each request; the last one is given to all that follow */
  async function ask(...given: readonly Reply[]): Promise<Asked> {
    [replies, requests] = [given, 0];
    const { status, text } = await send(`${server.url}/v1/query`, {
      json: { query: QUESTION, streamDraft: true },
      headers: { accept: 'application/x-ndjson' },
    });
    expect(status).toBe(200);
    const lines = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as { type: string }]));
    const result = lines.find(({ type }) => type === 'result') as { result: unknown } | undefined;
    const events = lines.filter(({ type }) => type !== 'result').map((line) => QueryEvent.parse(line));
    const answer = Answer.parse(result?.result);
    const draft = events.map((event) => (event.type === 'draft' && !event.provisional ? event.text : '')).join('');
    return { ...answer, requests, draft, wire: text, told: (answer.notices ?? []).join(' ') };
  }

  function expectWritten(asked: Asked): void {
    expect(asked).toMatchObject({ status: 'answered', synthesis: 'generated', degraded: [] });
    expect(asked.answer).toBe('A phial costs 9 wicks [1].');
    expect(asked.citations[0]?.quote).toBe('A phial costs 9 wicks.');
  }

  /** Nothing is invented: the sources' own sentences answer, and a sentence says why. */
  function expectReplaced(asked: Asked, why: RegExp): void {
    expect(asked).toMatchObject({ status: 'answered', synthesis: 'extractive' });
    expect(asked.answer).toBe('A phial costs 9 wicks. [1]');
    expect(asked.degraded).toContain('language-model');
    expect(asked.told).toMatch(/^The text is made of the sources’ own sentences, not written by the language model: /);
    expect(asked.told).toMatch(why);
  }

  /** The whole sentence is there, nothing of the one after it, and a sentence says why. */
  function expectCutOff(asked: Asked, why: RegExp): void {
    expect(asked).toMatchObject({ status: 'answered', synthesis: 'generated' });
    expect(asked.answer).toBe('A phial costs 9 wicks [1].');
    expect(asked.draft).not.toContain('lantern');
    expect(asked.degraded).toContain('language-model');
    expect(asked.told).toMatch(/^The text ends early, after its last whole sentence: /);
    expect(asked.told).toMatch(why);
  }

  it.each(vendor.thoughts)('shows nothing that it thinks, nor counts it against the answer: %s', async (way) => {
    const asked = await ask(says({ text: WRITTEN, thought: { way, text: HIDDEN } }));
    expectWritten(asked);
    expect(asked.wire).not.toMatch(/quux|<think/);
    expect(asked.wire).not.toContain(Buffer.from(HIDDEN).toString('base64'));
  });

  // Not every vendor has a word for it.
  for (const [how, said] of Object.entries(vendor.refusals))
    it(`gives way to the sources when it refuses ${how}, and is asked no second time`, async () => {
      const asked = await ask(says(said));
      expectReplaced(asked, /refused to answer\.$/);
      expect(asked.requests).toBe(1);
      expect(asked.draft).not.toContain(UNSAFE);
    });

  it('declines when it refuses as if that were an answer', async () => {
    const asked = await ask(says({ text: 'I’m sorry, but I cannot help with that.' }));
    expect(asked).toMatchObject({ status: 'declined', citations: [], draft: '' });
  });

  it('is asked again when the short time is over that its vendor asks for', async () => {
    const asked = await ask(fails(429, { 'retry-after': '1' }), says({ text: WRITTEN }));
    expectWritten(asked);
    expect(asked.requests).toBe(2);
  });

  // Failures in a row; the fifth would keep the model from being asked for a while.

  it('gives way to the sources when its vendor stays overloaded', async () => {
    expectReplaced(await ask(fails(vendor.overloaded)), /has too much to do/);
  });

  it('keeps its whole sentences when its vendor fails in the middle of one', async () => {
    const asked = await ask((answer, body) =>
      answer.stream(vendor.contentType, vendor.stream(BROKEN, body) + vendor.streamError, 'end'),
    );
    expectCutOff(asked, vendor.failsInStream);
  });

  it('keeps its whole sentences when the connection breaks in the middle of a word', async () => {
    expectCutOff(await ask(says(BROKEN, 'cut')), /its answer broke off/);
  });

  it('gives way to the sources when the connection breaks in the first sentence', async () => {
    const asked = await ask(says({ text: 'A phial costs 9 wi', end: null }, 'cut'));
    expectReplaced(asked, /its answer broke off/);
    expect(asked.draft).toBe(asked.answer);
  });

  it('is asked again when its vendor was overloaded for a moment', async () => {
    const asked = await ask(fails(vendor.overloaded), says({ text: WRITTEN }));
    expectWritten(asked);
    expect(asked.requests).toBe(2);
  });

  it('is asked again when its vendor fails in a stream that has not begun to answer', async () => {
    const failed: Reply = (answer, body) =>
      answer.stream(vendor.contentType, vendor.stream({ text: '', end: null }, body) + vendor.streamError, 'end');
    const asked = await ask(failed, says({ text: WRITTEN }));
    expectWritten(asked);
    expect(asked.requests).toBe(2);
  });

  it('is asked once with a key that its vendor refuses, and nobody is told the key', async () => {
    const asked = await ask(fails(401));
    expectReplaced(asked, /refuses the key: check /);
    expect(asked.told).toContain(vendor.keySetting);
    expect(asked.requests).toBe(1);
    expect(asked.wire + server.process.stdout() + server.process.stderr()).not.toContain(KEY);
  });

  // The last one: it is not asked again in the lifetime of this server.
  it('is not waited for when its vendor asks for an hour, nor asked meanwhile', async () => {
    const asked = await ask(fails(429, { 'retry-after': '3600' }));
    expectReplaced(asked, /takes no more requests of this key for now: try again in 3600 s\.$/);
    expect(asked.requests).toBe(1);
    hits = 0;
    expectReplaced(await ask(says({ text: WRITTEN })), /is not asked now\. .* takes no more requests/);
    expect(hits).toBe(0);
  });
});
