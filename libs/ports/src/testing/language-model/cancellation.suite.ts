import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import type { LanguageModelStage } from './language-model-stage.js';
import { eventsOf, generate, neverAborted, REQUEST, saying, stagesOf, type OpenStage } from './suite-steps.js';
import type { ScriptedReply } from './scripted-reply.js';

const GONE = new ArbiterError('CANCELLED', 'the caller has gone');
const silent: ScriptedReply = { type: 'hang', pieces: [] };
const halfway: ScriptedReply = { type: 'hang', pieces: ['The keeper ', 'lit '] };

/** Signals, readers that leave, and closing: the vendor must notice each. */
export function describeCancellation(open: OpenStage): void {
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
      await expect(stage.model.generate(REQUEST, { signal: AbortSignal.timeout(30) })).rejects.toMatchObject({
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
