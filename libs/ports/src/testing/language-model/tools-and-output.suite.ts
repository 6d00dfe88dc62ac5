import { describe, expect, it } from '@jest/globals';
import type { GenerationRequest, ToolDefinition } from '../../language-model.js';
import type { LanguageModelTraits } from './scripted-vendor.js';
import { eventsOf, generate, type OpenStage, saying, stagesOf, TWO_RETRIES } from './suite-steps.js';

const SCHEMA = {
  type: 'object',
  properties: { ranking: { type: 'array', items: { type: 'integer' } }, reason: { type: 'string' } },
  required: ['ranking', 'reason'],
  additionalProperties: false,
};
const ORDERED: Partial<GenerationRequest> = { output: { name: 'ranking', schema: SCHEMA } };
const RANKING = { ranking: [3, 1, 2], reason: 'The third names the “keeper” 灯.' };
const RANKING_PIECES = JSON.stringify(RANKING).match(/.{1,6}/gsu) ?? [];

const LOOK_UP: ToolDefinition = {
  name: 'look_up',
  description: 'Finds a ship by name.',
  parameters: { type: 'object', properties: { ship: { type: 'string' } }, required: ['ship'] },
};
const LIST: ToolDefinition = {
  name: 'list_ships',
  description: 'Lists all.',
  parameters: { type: 'object', properties: {} },
};

/** Structured output and tool use. */
export function describeToolsAndOutput(traits: LanguageModelTraits, open: OpenStage): void {
  describe('an output', () => {
    const stageOf = stagesOf(open);

    it('is the parsed JSON, for which the vendor is given the schema', async () => {
      const stage = await stageOf([saying(...RANKING_PIECES), saying(...RANKING_PIECES)]);
      expect(await generate(stage, ORDERED)).toMatchObject({ output: RANKING, text: JSON.stringify(RANKING) });
      expect(stage.received.map(({ schema }) => schema)).toEqual([SCHEMA]);
      expect((await eventsOf(stage, ORDERED)).at(-1)).toMatchObject({ type: 'end', generation: { output: RANKING } });
    });

    it('that is not JSON is asked for again, and is then one error', async () => {
      const stage = await stageOf([saying('Sure! Here'), saying(...RANKING_PIECES)], TWO_RETRIES);
      expect((await generate(stage, ORDERED)).output).toEqual(RANKING);
      const hopeless = await stageOf([saying('{"ranking": [3, 1')]);
      await expect(generate(hopeless, ORDERED)).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        details: { reason: 'malformed-output', output: 'ranking' },
        message: expect.not.stringContaining('[3, 1'),
      });
    });

    it('that was cut at its most tokens is not asked for again', async () => {
      const stage = await stageOf([{ type: 'answer', pieces: ['{"ranking": [3'], stopReason: 'length' }], TWO_RETRIES);
      await expect(generate(stage, ORDERED)).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        details: { reason: 'truncated-output', maxTokens: 200 },
      });
    });

    (traits.namesRefusal ? it : it.skip)('that is refused is null', async () => {
      const stage = await stageOf([{ type: 'answer', pieces: ['I cannot'], stopReason: 'refusal' }]);
      expect(await generate(stage, ORDERED)).toMatchObject({ output: null, stopReason: 'refusal' });
    });
  });

  describe('documents', () => {
    const stageOf = stagesOf(open);
    const messages = [
      { role: 'user', text: 'Who lit it?', documents: [{ title: 'Log', text: 'Mara lit it. 🏮 It burns.' }] },
    ] as const;

    it('are shown to a model that can cite them, and refused for any other', async () => {
      const stage = await stageOf([saying('Mara did.')]);
      const asked = generate(stage, { messages });
      if (stage.model.bindsCitations) expect(await asked).toMatchObject({ text: 'Mara did.' });
      else await expect(asked).rejects.toMatchObject({ code: 'INVALID_REQUEST', details: { field: 'documents' } });
    });

    it('exclude an output', async () => {
      const stage = await stageOf([]);
      await expect(generate(stage, { messages, ...ORDERED })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
      expect(stage.received).toEqual([]);
    });
  });

  describe('tool use', () => {
    const stageOf = stagesOf(open);
    const calls = [
      { id: 'call_1', name: 'look_up', arguments: { ship: 'Gröne “Margrave”', deck: { number: 3 } } },
      { id: 'call_2', name: 'list_ships', arguments: {} },
    ];

    it('gives the calls with their arguments, beside the text', async () => {
      const stage = await stageOf([{ type: 'answer', pieces: ['Let me ', 'look.'], toolCalls: calls }]);
      const events = await eventsOf(stage, { tools: [LOOK_UP, LIST] });
      expect(stage.received.map(({ tools }) => tools)).toEqual([[LOOK_UP, LIST]]);
      expect(events.at(-1)).toMatchObject({
        type: 'end',
        generation: {
          text: 'Let me look.',
          stopReason: 'tool-use',
          toolCalls: calls.map((call) => ({ ...call, id: expect.stringMatching(/./) })),
        },
      });
    });

    it('goes on with the results', async () => {
      const stage = await stageOf([{ type: 'answer', pieces: [], toolCalls: calls }, saying('It left at noon.')]);
      const first = await generate(stage, { tools: [LOOK_UP, LIST] });
      expect(new Set(first.toolCalls.map(({ id }) => id)).size).toBe(2);
      const results = first.toolCalls.map(({ id, name }) => ({ callId: id, name, text: `${name} says "noon"` }));
      const answer = await generate(stage, {
        tools: [LOOK_UP, LIST],
        messages: [
          { role: 'user', text: 'When did the Margrave leave?' },
          { role: 'assistant', text: first.text, toolCalls: first.toolCalls },
          { role: 'tool', results },
        ],
      });
      expect(answer).toMatchObject({ text: 'It left at noon.', stopReason: 'end', toolCalls: [] });
      expect(stage.received.at(-1)?.messages).toEqual([
        { role: 'user', text: 'When did the Margrave leave?' },
        { role: 'assistant', text: '', toolCalls: calls.map(({ id: _, ...call }) => call) },
        { role: 'tool', results: results.map(({ name, text }) => ({ name, text })) },
      ]);
    });
  });
}
