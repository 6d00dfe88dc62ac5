import { Answer } from '@arbiter/contracts';
import { ollamaAvailable } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ANSWER_MS,
  BRIEF,
  OllamaServers,
  QUESTION,
  READY_MS,
  streamed,
  type Told,
  writtenIn,
} from './ollama-servers.js';

const missing = ollamaAvailable();
const withOllama = missing === null ? describe : describe.skip;

// What takes minutes stands in ollama.soak.spec.ts.
withOllama(`a real Ollama${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  let servers: OllamaServers;
  beforeAll(async () => {
    servers = await OllamaServers.start();
  }, READY_MS);
  afterAll(() => servers.stop());

  it(
    'writes answers: it is loaded, says what it is at, and what it writes is shown or named as rejected',
    async () => {
      const server = await servers.serve(BRIEF);
      const events: Told[] = [];
      for await (const event of streamed(server.url, QUESTION)) events.push(event);
      const statuses = events.flatMap((event) => (event.type === 'status' ? [event.status] : []));
      expect(statuses).toEqual(expect.arrayContaining(['reading', 'writing']));
      const answer = events.flatMap((event) => (event.type === 'result' ? [Answer.parse(event.result)] : []))[0];
      expect(answer && writtenIn(answer)).toBeGreaterThan(0);
      expect(answer?.history[0]?.answer).not.toBe('');
      if (answer?.synthesis !== 'generated')
        expect(answer?.notices).toContainEqual(expect.stringMatching(/(not written by|What) the language model/));
      if (answer?.status === 'answered') expect(answer.citations.length).toBeGreaterThan(0);
    },
    ANSWER_MS,
  );

  it(
    'that lacks a model is named at the start, with the command that gets it',
    async () => {
      await expect(servers.serve({ SYNTHESIS_MODEL: 'ollama/no-such-model' })).rejects.toThrow(
        /ollama pull no-such-model/,
      );
    },
    READY_MS,
  );
});
