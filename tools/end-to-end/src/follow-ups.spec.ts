import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ask } from './http-calls.js';
import { sharedStandalone, type SharedStandalone } from './shared/shared-standalone.js';

let server: SharedStandalone;

beforeAll(async () => {
  server = await sharedStandalone();
});

describe('a conversation', () => {
  it('is followed as a person would: to the bath, to the inn, to the woman', async () => {
    const sessionId = randomUUID();
    const turns = [
      ['What does a bed at the Drowned Heron cost?', '3 wicks', 'What does a bed at the Drowned Heron cost?'],
      ['And a bath?', '1 wick', 'What does a bath at the Drowned Heron cost?'],
      ['Who runs it?', 'Berta Holm', 'Who runs the Drowned Heron?'],
      ['How old is she?', '61', 'How old is Berta Holm?'],
    ] as const;
    for (const [query, told, searched] of turns) {
      const { status, answer, subQueries } = await ask(server.url, { query, sessionId, collections: ['inns'] });
      expect({ query, status, subQueries }).toEqual({ query, status: 'answered', subQueries: [searched] });
      expect(answer).toContain(told);
    }
  });
});
