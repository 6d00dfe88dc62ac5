import { describe, expect, it } from '@jest/globals';
import type { GenerationRequest } from '../../language-model.js';
import type { LanguageModelTraits, ScriptedReply } from './scripted-vendor.js';
import { eventsOf, generate, neverAborted, type OpenStage, REQUEST, saying, stagesOf } from './suite-steps.js';

const PIECES = ['The ', 'ke', 'eper lit', ' it at 灯', '塔, “thr', 'ee times” 👩‍👩', '‍👧‍👦', '.\n\n', 'data: [DONE]'];

/** The request at the vendor, and the text and usage of the answer. */
export function describeAnswers(traits: LanguageModelTraits, open: OpenStage): void {
  describe('an answer', () => {
    const stageOf = stagesOf(open);

    it('comes whole, with model, usage and the reason why it ended', async () => {
      const usage = { inputTokens: 41, outputTokens: 7, cachedInputTokens: 0, cacheWriteTokens: 0 };
      const stage = await stageOf([{ type: 'answer', pieces: PIECES, usage }]);
      expect(await generate(stage)).toEqual({
        text: PIECES.join(''),
        output: null,
        toolCalls: [],
        stopReason: 'end',
        usage,
        model: expect.stringMatching(/./),
      });
    });

    it('comes in pieces, and then once as a whole', async () => {
      const stage = await stageOf([saying(...PIECES)]);
      const events = await eventsOf(stage);
      const texts = events.flatMap((event) => (event.type === 'text' ? [event.text] : []));
      expect(texts.length).toBeGreaterThan(3);
      expect(texts.join('')).toBe(PIECES.join(''));
      expect(events.slice(0, -1).every(({ type }) => type === 'text')).toBe(true);
      expect(events.at(-1)).toMatchObject({ type: 'end', generation: { text: PIECES.join(''), stopReason: 'end' } });
    });

    it('gives out nothing that the model thinks, and a sign of life for it', async () => {
      const reply: ScriptedReply = { type: 'answer', thinking: ['Was it ', 'she?'], pieces: ['It was ', 'she.'] };
      const events = await eventsOf(await stageOf([reply]));
      expect(events.filter(({ type }) => type !== 'end')).toEqual([
        { type: 'activity', activity: 'thinking' },
        { type: 'activity', activity: 'thinking' },
        { type: 'text', text: 'It was ' },
        { type: 'text', text: 'she.' },
      ]);
      expect(await generate(await stageOf([reply]))).toMatchObject({ text: 'It was she.' });
    });

    it('has no thoughts where the server gives them as text', async () => {
      const pieces = ['<thi', 'nk>Was it she?</thin', 'k>\n\nIt was ', 'she.'];
      const events = await eventsOf(await stageOf([saying(...pieces)]));
      expect(events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')).toBe('It was she.');
      const untold = await stageOf([
        saying('Was it she?</think>', 'It was she.'),
        saying('Or I?</think>', 'Or I was.'),
      ]);
      expect(await generate(untold)).toMatchObject({ text: 'It was she.' });
      // The server has shown by now that it leaves the opening tag out.
      const told = (await eventsOf(untold)).filter(({ type }) => type === 'text' || type === 'restart');
      expect(told).toEqual([{ type: 'text', text: 'Or I was.' }]);
    });

    it('is to all that the request says', async () => {
      const stage = await stageOf([saying('Yes.')]);
      const request: GenerationRequest = {
        system: 'You are the “keeper” 灯.',
        messages: [
          { role: 'user', text: 'Is it dark?' },
          { role: 'assistant', text: 'It is.' },
          { role: 'user', text: 'Then light the lantern!\n' },
        ],
        maxTokens: 77,
        temperature: 0.25,
        stopSequences: ['END', '\n\n'],
        cacheableMessages: 1,
      };
      await generate(stage, request);
      expect(stage.received).toEqual([
        {
          system: request.system,
          messages: [
            { role: 'user', text: 'Is it dark?' },
            { role: 'assistant', text: 'It is.', toolCalls: [] },
            { role: 'user', text: 'Then light the lantern!\n' },
          ],
          maxTokens: 77,
          temperature: traits.temperature ? 0.25 : null,
          stopSequences: ['END', '\n\n'],
          schema: null,
          tools: [],
        },
      ]);
    });

    it('needs neither a system text nor any setting', async () => {
      const stage = await stageOf([saying('Yes.')]);
      await generate(stage, { system: '' });
      expect(stage.received).toMatchObject([{ system: '', temperature: null, stopSequences: [], tools: [] }]);
    });

    it('may be empty', async () => {
      const stage = await stageOf([saying()]);
      expect((await eventsOf(stage)).map(({ type }) => type)).toEqual(['end']);
    });

    it.each([
      ['length', 'length'],
      ['stop-sequence', traits.namesStopSequence ? 'stop-sequence' : 'end'],
      ['refusal', traits.namesRefusal ? 'refusal' : 'end'],
    ] as const)('says that it ended for %s', async (stopReason, expected) => {
      const stage = await stageOf([{ type: 'answer', pieces: ['The keeper'], stopReason }]);
      expect(await generate(stage)).toMatchObject({ text: 'The keeper', stopReason: expected });
    });

    it('counts cached tokens as input, and by themselves', async () => {
      const usage = { inputTokens: 2_048, outputTokens: 9, cachedInputTokens: 1_500, cacheWriteTokens: 300 };
      const stage = await stageOf([{ type: 'answer', pieces: ['Yes.'], usage }]);
      expect((await generate(stage)).usage).toEqual({
        ...usage,
        cachedInputTokens: traits.cacheUsage === 'none' ? 0 : 1_500,
        cacheWriteTokens: traits.cacheUsage === 'read and write' ? 300 : 0,
      });
    });

    it('of several calls at once goes to its own caller', async () => {
      const stage = await stageOf(Array.from({ length: 6 }, (_, i) => saying(`answer ${i}, `, 'of six')));
      const answers = await Promise.all(Array.from({ length: 6 }, () => generate(stage)));
      expect(answers.map(({ text }) => text).sort()).toEqual(
        Array.from({ length: 6 }, (_, i) => `answer ${i}, of six`),
      );
    });

    it('is not asked for with a request that breaks a rule', async () => {
      const stage = await stageOf([]);
      const broken = { ...REQUEST, maxTokens: 0 };
      await expect(generate(stage, broken)).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        details: { field: 'maxTokens' },
      });
      await expect(eventsOf(stage, broken)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
      await expect(stage.model.countTokens(broken, { signal: neverAborted() })).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
      });
      expect(stage.received).toEqual([]);
    });
  });

  describe('the number of tokens', () => {
    const stageOf = stagesOf(open);

    it('is more for a longer prompt', async () => {
      const { model } = await stageOf([]);
      const count = async (text: string) =>
        model.countTokens({ ...REQUEST, messages: [{ role: 'user', text }] }, { signal: neverAborted() });
      const [short, long] = [await count('Who?'), await count('Who lit the lantern? '.repeat(50))];
      expect(short).toEqual({ tokens: expect.any(Number), exact: traits.countsExactly });
      expect(short.tokens).toBeGreaterThan(0);
      expect(long.tokens).toBeGreaterThan(short.tokens + 200);
    });
  });
}
