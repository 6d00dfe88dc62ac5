import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { describeAnswers } from './answers.suite.js';
import { describePictures } from './pictures.suite.js';
import type {
  LanguageModelStage,
  LanguageModelTraits,
  ScriptedFailureCode,
  ScriptedReply,
  StageOptions,
} from './scripted-vendor.js';
import {
  eventsOf,
  generate,
  neverAborted,
  type OpenStage,
  REQUEST,
  saying,
  stagesOf,
  TWO_RETRIES,
} from './suite-steps.js';
import { describeToolsAndOutput } from './tools-and-output.suite.js';

const GONE = new ArbiterError('CANCELLED', 'the caller has gone');

/**
 * Conformance suite of language models, whatever the vendor. Registers a `describe` block, so call it at the top level of a
 * spec.
 *
 * @param name of the model, for the report
 * @param traits differences of its vendor from others
 * @param open a new model and a scripted vendor; the suite closes both
 */
export function describeLanguageModel(
  name: string,
  traits: LanguageModelTraits,
  open: (options: StageOptions) => Promise<LanguageModelStage>,
): void {
  describe(`${name} as a LanguageModel`, () => {
    describeAnswers(traits, open);
    describeToolsAndOutput(traits, open);
    describePictures(open);
    describeFailures(open);
    describeCancellation(open);
  });
}

const failing = (code: ScriptedFailureCode, retryAfter?: string): ScriptedReply => ({
  type: 'failure',
  code,
  ...(retryAfter !== undefined && { retryAfter }),
});

/** Kinds of failure, and which of them are retried. */
function describeFailures(open: OpenStage): void {
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
      const seconds = await stageOf([failing('RATE_LIMITED', '17')]);
      await expect(generate(seconds)).rejects.toMatchObject({ details: { retryAfterMs: 17_000 } });
      const date = await stageOf([failing('OVERLOADED', dateIn(40_000))]);
      const overloaded: unknown = await generate(date).catch((error: unknown) => error);
      const wait = overloaded instanceof ArbiterError ? overloaded.details.retryAfterMs : null;
      expect(wait).toBeGreaterThan(30_000);
      expect(wait).toBeLessThanOrEqual(40_000);
      const neither = await stageOf([failing('RATE_LIMITED')]);
      await expect(generate(neither)).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterMs: null } });
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

const silent: ScriptedReply = { type: 'hang', pieces: [] };
const halfway: ScriptedReply = { type: 'hang', pieces: ['The keeper ', 'lit '] };

/** Aborted signals, readers that leave, and closing: the vendor must notice each. */
function describeCancellation(open: OpenStage): void {
  describe('a signal', () => {
    const stageOf = stagesOf(open);

    it('that is aborted before the call lets nothing go out', async () => {
      const { model, received } = await stageOf([]);
      const signal = AbortSignal.abort(GONE);
      await expect(model.generate(REQUEST, { signal })).rejects.toBe(GONE);
      await expect(model.stream(REQUEST, { signal })[Symbol.asyncIterator]().next()).rejects.toBe(GONE);
      await expect(model.countTokens(REQUEST, { signal })).rejects.toBe(GONE);
      await expect(model.health(signal)).rejects.toBe(GONE);
      expect(received).toEqual([]);
    });

    it.each([
      ['has not said anything', silent],
      ['is in the middle of its answer', halfway],
    ])('ends the request at a vendor that %s', async (_, reply) => {
      const stage = await stageOf([reply]);
      const controller = new AbortController();
      const call = stage.model.generate(REQUEST, { signal: controller.signal });
      const outcome = expect(call).rejects.toBe(GONE);
      await arrivalOf(stage);
      controller.abort(GONE);
      await outcome;
      await stage.untilAbandoned(1);
    });

    it('ends a stream where it is', async () => {
      const stage = await stageOf([halfway]);
      const controller = new AbortController();
      const read = async (): Promise<void> => {
        for await (const _ of stage.model.stream(REQUEST, { signal: controller.signal })) controller.abort(GONE);
      };
      await expect(read()).rejects.toBe(GONE);
      await stage.untilAbandoned(1);
    });

    it('with a deadline rejects with its own reason', async () => {
      const stage = await stageOf([silent]);
      await expect(stage.model.generate(REQUEST, { signal: AbortSignal.timeout(800) })).rejects.toMatchObject({
        name: 'TimeoutError',
      });
      await stage.untilAbandoned(1);
    });
  });

  describe('a stream', () => {
    const stageOf = stagesOf(open);

    it('asks for nothing before it is read', async () => {
      const stage = await stageOf([saying('At noon.')]);
      const events = stage.model.stream(REQUEST, { signal: neverAborted() });
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(stage.received).toEqual([]);
      await events[Symbol.asyncIterator]().next();
      expect(stage.received).toHaveLength(1);
    });

    it('that is left early ends the request', async () => {
      const stage = await stageOf([halfway]);
      for await (const event of stage.model.stream(REQUEST, { signal: neverAborted() })) {
        expect(event.type).toBe('text');
        break;
      }
      await stage.untilAbandoned(1);
    });
  });

  describe('closing', () => {
    const stageOf = stagesOf(open);

    it('ends open calls, and may be said twice', async () => {
      const stage = await stageOf([silent]);
      const call = expect(generate(stage)).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringContaining('closed'),
      });
      await arrivalOf(stage);
      await stage.model.close();
      await stage.model.close();
      await call;
      await stage.untilAbandoned(1);
    });

    it('leaves nothing that can be called', async () => {
      const stage = await stageOf([]);
      await stage.model.close();
      const closed = { code: 'UNAVAILABLE', message: expect.stringContaining('closed') };
      await expect(generate(stage)).rejects.toMatchObject(closed);
      await expect(eventsOf(stage)).rejects.toMatchObject(closed);
      await expect(stage.model.countTokens(REQUEST, { signal: neverAborted() })).rejects.toMatchObject(closed);
      await expect(stage.model.health(neverAborted())).rejects.toMatchObject(closed);
      expect(stage.received).toEqual([]);
    });
  });
}

/** Resolves once the request has reached the vendor. */
async function arrivalOf(stage: LanguageModelStage): Promise<void> {
  while (stage.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
}
