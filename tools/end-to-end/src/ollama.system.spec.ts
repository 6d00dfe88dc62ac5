import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { Answer, ArbiterError, type QueryEvent } from '@arbiter/contracts';
import { ollamaAvailable, SMALL_MODEL, startOllama, until } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_READER } from './environment.js';
import { ask, ingest, send } from './http-calls.js';
import { Processes } from './processes.js';
import { type RunningStandalone, startStandaloneProcess } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

/** A hang guard, no measure. */
const READY_MS = 240_000;
const ANSWER_MS = 120_000;
const MODEL = `ollama/${SMALL_MODEL}`;
/** So small a model does not know when to stop; on a busy machine each token takes it a tenth of a second. */
const BRIEF = { SYNTHESIS_MODEL: MODEL, SYNTHESIS_MAX_TOKENS: '60' } as const;
const QUESTION = 'What does a phial cost at the lamp market?';
const DOCUMENT = `# Prices at the lamp market

A phial costs 9 wicks. A lantern costs 5 wicks, and a wick is a copper coin. Prices are posted at noon by Mara Quill.

## Hours

The market opens at dawn and closes at dusk. Nobody may enter it with a burning torch.
`;

const missing = ollamaAvailable();
const withOllama = missing === null ? describe : describe.skip;

withOllama(`a real Ollama${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  const processes = new Processes();
  const folders = new TemporaryFolders();
  let ollama: Awaited<ReturnType<typeof startOllama>>;
  let documents: string;

  beforeAll(async () => {
    ollama = await startOllama();
    documents = await folders.create();
    await writeFile(join(documents, 'prices.md'), DOCUMENT);
  }, READY_MS);
  afterAll(async () => {
    await processes.stopAll();
    await ollama.stop();
    await folders.removeAll();
  });

  async function serve(env: Readonly<Record<string, string>>): Promise<RunningStandalone> {
    const dataDir = await folders.create();
    const server = await startStandaloneProcess(processes, {
      dataDir,
      env: { ...NO_READER, OLLAMA_HOST: ollama.url, INGESTION_ROOTS: documents, ...env },
    });
    await ingest(server.url, 'market', [{ kind: 'path', path: documents }]);
    return server;
  }

  /** Tokens that a model has written for an answer. */
  const writtenIn = ({ tokens }: Answer): number =>
    tokens.filter(({ model }) => model === MODEL).reduce((sum, { outputTokens }) => sum + outputTokens, 0);

  it(
    'writes answers: it is loaded, says what it is at, and what it writes is shown or named as rejected',
    async () => {
      const server = await serve({ SYNTHESIS_MODEL: MODEL });
      const events: Told[] = [];
      for await (const event of streamed(server.url, QUESTION)) events.push(event);
      const statuses = events.flatMap((event) => (event.type === 'status' ? [event.status] : []));
      expect(statuses).toEqual(expect.arrayContaining(['reading', 'writing']));
      const answer = events.flatMap((event) => (event.type === 'result' ? [Answer.parse(event.result)] : []))[0];
      expect(answer?.degraded).not.toContain('language-model');
      expect(answer && writtenIn(answer)).toBeGreaterThan(0);
      expect(answer?.history[0]?.answer).not.toBe('');
      if (answer?.status === 'answered') expect(answer.citations.length).toBeGreaterThan(0);
    },
    ANSWER_MS,
  );

  it(
    'is left alone by a client that goes away, and answers the next one',
    async () => {
      const server = await serve(BRIEF);
      for await (const event of streamed(server.url, QUESTION)) if (event.type === 'status') break;
      expect(writtenIn(await ask(server.url, { query: QUESTION }))).toBeGreaterThan(0);
    },
    ANSWER_MS,
  );

  it('that lacks a model is named at the start, with the command that gets it', async () => {
    await expect(serve({ SYNTHESIS_MODEL: 'ollama/no-such-model' })).rejects.toThrow(/ollama pull no-such-model/);
  });

  it(
    'that is too slow costs the time that was set, is named, and the sources’ own sentences answer',
    async () => {
      const server = await serve({
        SYNTHESIS_MODEL: MODEL,
        SYNTHESIS_TIMEOUT_MS: '1000',
        SYNTHESIS_MAX_TOKENS: '1000',
      });
      const slow = await ask(server.url, { query: 'Describe the lamp market, its prices and its hours, at length.' });
      // A thousand milliseconds to the first word may do for so small a model; then it has written.
      if (slow.degraded.includes('language-model')) expect(slow.synthesis).toBe('extractive');
      else expect(writtenIn(slow)).toBeGreaterThan(0);
    },
    ANSWER_MS,
  );

  it(
    'that is stopped costs nothing until it is back, and writes again',
    async () => {
      const server = await serve(BRIEF);
      const stream = streamed(server.url, QUESTION);
      let answer: Answer | undefined;
      let stopped: Promise<void> | undefined;
      for await (const event of stream) {
        if (event.type === 'status') stopped ??= ollama.restart();
        if (event.type === 'result') answer = Answer.parse(event.result);
      }
      expect(answer?.status).toMatch(/answered|declined/);
      await stopped;
      const writes = async (): Promise<boolean> => writtenIn(await ask(server.url, { query: QUESTION })) > 0;
      await until(writes, { timeoutMs: 90_000, intervalMs: 2_000, what: 'the model to write again' });
    },
    ANSWER_MS + READY_MS,
  );

  it.each([
    ['plans', { PLANNER_LLM: 'ollama', PLANNER_MODEL: SMALL_MODEL }],
    ['checks', { VALIDATION_LLM: 'ollama', VALIDATION_MODEL: SMALL_MODEL }],
    ['reads the graph', { GRAPH_EXTRACTION: 'ollama', GRAPH_EXTRACTION_MODEL: SMALL_MODEL }],
  ])(
    'is asked in a schema where it %s, and a result that is none gives way to the rules',
    async (_, env) => {
      const server = await serve(env);
      const answer = await ask(server.url, { query: QUESTION });
      expect(answer).toMatchObject({ status: 'answered', answer: expect.stringContaining('9 wicks') });
      for (const part of answer.degraded) expect(['planner-model', 'validator-model']).toContain(part);
    },
    ANSWER_MS,
  );

  it(
    'decides for the agent',
    async () => {
      const server = await serve({ PLANNER_LLM: 'ollama', PLANNER_MODEL: SMALL_MODEL });
      const reply = await send(`${server.url}/agentic_search`, { json: { query: QUESTION } });
      expect(reply.status).toBe(200);
      expect(reply.text).toContain('9 wicks');
    },
    ANSWER_MS,
  );
});

/** A line of the stream; the last one is the result. */
type Told = QueryEvent | { readonly type: 'result'; readonly result: unknown };

async function* streamed(url: string, query: string): AsyncGenerator<Told, void, undefined> {
  const response = await fetch(`${url}/v1/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/x-ndjson' },
    body: JSON.stringify({ query }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (!response.ok || !response.body) throw new ArbiterError('UNAVAILABLE', await response.text());
  const body = Readable.from(response.body);
  try {
    for await (const line of createInterface({ input: body })) {
      if (line.trim() !== '') yield JSON.parse(line) as Told;
    }
  } finally {
    body.destroy();
  }
}
