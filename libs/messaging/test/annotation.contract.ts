import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { ArbiterError, MAX_ANNOTATIONS_LENGTH } from '@arbiter/contracts';
import type { Annotations, CallOptions } from '../src/index.js';
import { annotated, annotatedCount, echo } from './contract.operations.js';
import { failureOf, type OpenServed } from './rig.js';

/** What a handler says beside its output. */
export function describeAnnotations(open: OpenServed): void {
  /** Call options that keep what came, and how often. */
  const keeping = (): { options: CallOptions; came: Annotations[] } => {
    const came: Annotations[] = [];
    return { options: { onAnnotations: (annotations) => void came.push(annotations) }, came };
  };

  describe('annotations', () => {
    it('come beside the output, unchanged, before the caller goes on', async () => {
      const { client } = await open((dispatcher) =>
        dispatcher.register(annotated, ({ text }, { annotate }) => {
          annotate('mode', 'keyword');
          annotate('timing', 'encode;dur=3.1, vector;dur=12');
          annotate('mode', 'hybrid "quoted": a,b;c=%20');
          return Promise.resolve({ text });
        }),
      );
      const { options, came } = keeping();
      const output = await client.request(annotated, { text: 'a' }, options);
      expect(came.map((annotations) => Object.fromEntries(annotations))).toEqual([
        { mode: 'hybrid "quoted": a,b;c=%20', timing: 'encode;dur=3.1, vector;dur=12' },
      ]);
      expect(output).toEqual({ text: 'a' });
    });

    it('do not disturb a caller who does not ask for them', async () => {
      const { client } = await open((dispatcher) =>
        dispatcher.register(annotated, ({ text }, { annotate }) => {
          annotate('mode', 'hybrid');
          return Promise.resolve({ text });
        }),
      );
      await expect(client.request(annotated, { text: 'a' })).resolves.toEqual({ text: 'a' });
    });

    it('are not spoken of when there are none', async () => {
      const { client } = await open((dispatcher) =>
        dispatcher.register(annotated, ({ text }) => Promise.resolve({ text })),
      );
      const { options, came } = keeping();
      await client.request(annotated, { text: 'a' }, options);
      expect(came).toEqual([]);
    });

    it('of a stream come with its output, those made after events too', async () => {
      const { client } = await open((dispatcher) =>
        dispatcher.register(annotatedCount, async function* ({ to }, { annotate }) {
          annotate('mode', 'first');
          for (let n = 0; n < to; n += 1) yield { n };
          await sleep(1);
          annotate('mode', 'last');
          return { counted: to };
        }),
      );
      for (const to of [0, 3]) {
        const { options, came } = keeping();
        const stream = client.stream(annotatedCount, { to }, options);
        for await (const { n } of stream) expect([n, came]).toEqual([n, []]);
        expect(came.map((annotations) => [...annotations])).toEqual([[['mode', 'last']]]);
      }
    });

    it('of a stream reach who asks for the output alone', async () => {
      const { client } = await open((dispatcher) =>
        dispatcher.register(annotatedCount, async function* (_, { annotate }) {
          yield await Promise.resolve({ n: 0 });
          annotate('mode', 'counted');
          return { counted: 1 };
        }),
      );
      const { options, came } = keeping();
      await client.request(annotatedCount, { to: 1 }, options);
      expect(came).toEqual([new Map([['mode', 'counted']])]);
    });

    it('do not come with a failure, be it of the handler, of its answer, or of the way', async () => {
      const failures = {
        thrown: () => Promise.reject(new ArbiterError('CONFLICT', 'No.')),
        malformed: () => Promise.resolve({ text: 1 as unknown as string }),
        'too large': () => Promise.resolve({ text: 'x'.repeat(1_100_000) }),
      };
      const { client } = await open((dispatcher) =>
        dispatcher.register(annotated, ({ text }, { annotate }) => {
          annotate('mode', 'secret');
          return failures[text as keyof typeof failures]();
        }),
      );
      const codes = { thrown: 'CONFLICT', malformed: 'INTERNAL', 'too large': 'PAYLOAD_TOO_LARGE' };
      for (const [text, code] of Object.entries(codes)) {
        const { options, came } = keeping();
        const error = await failureOf(client.request(annotated, { text }, options));
        expect([error.code, came, JSON.stringify(error)]).toEqual([code, [], expect.not.stringContaining('secret')]);
      }
    });

    it('of an attempt that failed do not come with the one that did not', async () => {
      let attempts = 0;
      const { client } = await open((dispatcher) =>
        dispatcher.register(annotated, ({ text }, { annotate }) => {
          attempts += 1;
          if (attempts > 1) return Promise.resolve({ text });
          annotate('mode', 'first attempt');
          return Promise.reject(new ArbiterError('UNAVAILABLE', 'Not yet.'));
        }),
      );
      const { options, came } = keeping();
      await client.request(annotated, { text: 'a' }, options);
      expect([attempts, came]).toEqual([2, []]);
    });

    it.each([
      ['a name that the operation does not declare', 'degraded', 'x'],
      ['a name that every object has', 'constructor', 'x'],
      ['another header behind CR LF', 'mode', 'hybrid\r\nArbiter-Frame: 0 error'],
      ['a bare LF', 'mode', 'a\nb'],
      ['beyond ASCII', 'mode', 'café'],
      ['nothing', 'mode', ''],
      ['too much', 'mode', 'x'.repeat(1_025)],
    ])('are refused where they are made: %s', async (_, name, value) => {
      const thrown: unknown[] = [];
      const { client } = await open((dispatcher) =>
        dispatcher.register(annotated, ({ text }, { annotate }) => {
          try {
            annotate(name, value);
          } catch (error) {
            thrown.push(error);
            throw error;
          }
          return Promise.resolve({ text });
        }),
      );
      const { options, came } = keeping();
      await expect(client.request(annotated, { text: 'a' }, options)).rejects.toMatchObject({ code: 'INTERNAL' });
      expect([thrown, came]).toEqual([[expect.any(RangeError)], []]);
    });

    it('are bounded together, a value that is replaced not counted', async () => {
      const { client } = await open((dispatcher) =>
        dispatcher.register(annotated, ({ text }, { annotate }) => {
          const half = 'x'.repeat(MAX_ANNOTATIONS_LENGTH / 2);
          for (const name of ['mode', 'timing', 'mode']) annotate(name, half);
          expect(() => annotate('note', 'x')).toThrow(RangeError);
          return Promise.resolve({ text });
        }),
      );
      const { options, came } = keeping();
      await client.request(annotated, { text: 'a' }, options);
      expect(came.map((annotations) => [...annotations.keys()])).toEqual([['mode', 'timing']]);
    });

    it('are no way past an operation that declares none', async () => {
      const { client } = await open((dispatcher) =>
        dispatcher.register(echo, ({ text }, { annotate }) => {
          annotate('mode', 'hybrid');
          return Promise.resolve({ text });
        }),
      );
      await expect(client.request(echo, { text: 'a' })).rejects.toMatchObject({ code: 'INTERNAL' });
    });
  });
}
