import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import type { ScriptedFailureCode, ScriptedReply } from './scripted-reply.js';
import { eventsOf, generate, neverAborted, saying, stagesOf, TWO_RETRIES, type OpenStage } from './suite-steps.js';

const failing = (code: ScriptedFailureCode, retryAfter?: string): ScriptedReply => ({
  type: 'failure',
  code,
  ...(retryAfter !== undefined && { retryAfter }),
});

/** Which failures there are, and which are tried again. */
export function describeFailures(open: OpenStage): void {
  describe('a failure', () => {
    const stageOf = stagesOf(open);

    it.each(['INVALID_REQUEST', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'] as const)(
      'of the kind %s is final',
      async (code) => {
        const stage = await stageOf([failing(code), failing(code)], TWO_RETRIES);
        await expect(generate(stage)).rejects.toMatchObject({ name: 'ArbiterError', code, retryable: false });
        await expect(eventsOf(stage)).rejects.toMatchObject({ code });
        expect(stage.received).toHaveLength(2);
      },
    );

    it.each(['RATE_LIMITED', 'OVERLOADED', 'UNAVAILABLE'] as const)('of the kind %s is tried again', async (code) => {
      const stage = await stageOf([failing(code), failing(code), saying('At noon.')], TWO_RETRIES);
      expect((await generate(stage)).text).toBe('At noon.');
      const streamed = await stageOf([failing(code), saying('At noon.')], TWO_RETRIES);
      expect((await eventsOf(streamed)).at(-1)).toMatchObject({ generation: { text: 'At noon.' } });
      const hopeless = await stageOf([failing(code), failing(code), failing(code)], TWO_RETRIES);
      await expect(generate(hopeless)).rejects.toMatchObject({ code, retryable: true });
    });

    it('says for how long the vendor wants to be left alone', async () => {
      const stage = await stageOf([
        failing('RATE_LIMITED', '17'),
        failing('OVERLOADED', dateIn(40_000)),
        failing('RATE_LIMITED'),
      ]);
      await expect(generate(stage)).rejects.toMatchObject({ details: { retryAfterMs: 17_000 } });
      const overloaded: unknown = await generate(stage).catch((error: unknown) => error);
      const wait = overloaded instanceof ArbiterError ? overloaded.details.retryAfterMs : null;
      expect(wait).toBeGreaterThan(30_000);
      expect(wait).toBeLessThanOrEqual(40_000);
      await expect(generate(stage)).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterMs: null } });
    });

    it('is tried again when the vendor says so, at once if it is too late for that', async () => {
      const soon = await stageOf([failing('RATE_LIMITED', '0.02'), saying('At noon.')], TWO_RETRIES);
      const start = performance.now();
      expect((await generate(soon)).text).toBe('At noon.');
      expect(performance.now() - start).toBeGreaterThanOrEqual(15);
      const late = await stageOf([failing('RATE_LIMITED', '3600')], TWO_RETRIES);
      await expect(generate(late)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    });

    it.each([
      ['before the first piece', []],
      ['in the middle', ['The kee', 'per lit ']],
    ])('is an answer that is cut %s', async (_, pieces) => {
      const cut: ScriptedReply = { type: 'cut', pieces };
      const stage = await stageOf([cut, saying('At noon.')], TWO_RETRIES);
      expect((await generate(stage)).text).toBe('At noon.');
      const hopeless = await stageOf([cut]);
      await expect(generate(hopeless)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryable: true });
    });

    it('after some text ends the stream, since nobody can take that back', async () => {
      const stage = await stageOf(
        [{ type: 'cut', pieces: ['The keeper ', 'lit it'] }, saying('At noon.')],
        TWO_RETRIES,
      );
      const texts: string[] = [];
      const read = async (): Promise<void> => {
        for await (const event of stage.model.stream(
          { system: '', messages: [{ role: 'user', text: 'Who?' }], maxTokens: 9 },
          { signal: neverAborted() },
        )) {
          if (event.type === 'text') texts.push(event.text);
        }
      };
      await expect(read()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect('The keeper lit it').toContain(texts.join(''));
      expect(texts.join('')).not.toBe('');
      expect(stage.received).toHaveLength(1);
    });
  });

  describe('health', () => {
    const stageOf = stagesOf(open);

    it('is good when the vendor answers, and asks for no text', async () => {
      const stage = await stageOf([]);
      await expect(stage.model.health(neverAborted())).resolves.toBeUndefined();
      expect(stage.received).toEqual([]);
    });
  });
}

function dateIn(milliseconds: number): string {
  return new Date(Date.now() + milliseconds).toUTCString();
}
