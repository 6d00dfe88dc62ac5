import { Answer } from '@arbiter/contracts';
import { ollamaAvailable, SMALL_MODEL, until } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, send } from './http-calls.js';
import { ANSWER_MS, BRIEF, OllamaServers, QUESTION, READY_MS, streamed, writtenIn } from './ollama-servers.js';

const missing = ollamaAvailable();
const withOllama = missing === null ? describe : describe.skip;

withOllama(`a real Ollama${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  let servers: OllamaServers;
  beforeAll(async () => {
    servers = await OllamaServers.start();
  }, READY_MS);
  afterAll(() => servers.stop());

  it(
    'is left alone by a client that goes away, and answers the next one',
    async () => {
      const server = await servers.serve(BRIEF);
      for await (const event of streamed(server.url, QUESTION)) if (event.type === 'status') break;
      expect(writtenIn(await ask(server.url, { query: QUESTION }))).toBeGreaterThan(0);
    },
    ANSWER_MS,
  );

  it(
    'that is stopped costs nothing until it is back, and writes again',
    async () => {
      const server = await servers.serve(BRIEF);
      const stream = streamed(server.url, QUESTION);
      let answer: Answer | undefined;
      let stopped: Promise<void> | undefined;
      for await (const event of stream) {
        if (event.type === 'status') stopped ??= servers.ollama.restart();
        if (event.type === 'result') answer = Answer.parse(event.result);
      }
      expect(answer?.status).toMatch(/answered|declined/);
      await stopped;
      const writes = async (): Promise<boolean> => writtenIn(await ask(server.url, { query: QUESTION })) > 0;
      await until(writes, { timeoutMs: ANSWER_MS / 2, intervalMs: 2_000, what: 'the model to write again' });
    },
    ANSWER_MS + READY_MS,
  );

  it.each([
    ['plans', { PLANNER_MODEL: `ollama/${SMALL_MODEL}` }],
    ['checks', { VALIDATION_LLM: 'ollama', VALIDATION_MODEL: SMALL_MODEL }],
    ['reads the graph', { GRAPH_EXTRACTION_MODEL: `ollama/${SMALL_MODEL}` }],
  ])(
    'is asked in a schema where it %s, and a result that is none gives way to the rules',
    async (_, env) => {
      const server = await servers.serve(env);
      const answer = await ask(server.url, { query: QUESTION });
      expect(answer).toMatchObject({ status: 'answered', answer: expect.stringContaining('9 wicks') });
      for (const part of answer.degraded) expect(['planner-model', 'validator-model']).toContain(part);
    },
    ANSWER_MS,
  );

  it(
    'decides for the agent',
    async () => {
      const server = await servers.serve({ PLANNER_MODEL: `ollama/${SMALL_MODEL}` });
      const reply = await send(`${server.url}/agentic_search`, { json: { query: QUESTION } });
      expect(reply.status).toBe(200);
      expect(reply.text).toContain('9 wicks');
    },
    ANSWER_MS,
  );
});
