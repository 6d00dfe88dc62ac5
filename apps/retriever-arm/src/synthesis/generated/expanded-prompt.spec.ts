import { MAX_CONTEXT_TOKENS, type Passage, type SynthesizedExpansion } from '@arbiter/contracts';
import { SequentialIds } from '@arbiter/ports/testing';
import { estimateTokens } from '@arbiter/text';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { SynthesisTask } from '../synthesizer.js';
import { buildSynthesisPrompt, DEFAULT_GENERATION_SETTINGS, type PromptPorts } from './synthesis.prompt.js';

function passage(documentId: string, text: string, start = 0): Passage {
  return {
    ...{ chunkId: `${documentId}:${start}`, documentId, collection: 'c', text, start, end: start + text.length },
    ...{ title: documentId, source: `${documentId}.md`, section: [], page: null, metadata: {}, score: 0.9 },
  };
}

const BURNED = 'Inn is destroyed since session 2.';
const COAST = passage('coast', 'The inn has beds. The mill grinds at dawn.');
const RECORD = passage('session-2', 'The inn burned to the ground.');
const INN: SynthesizedExpansion = {
  name: 'Inn (place)',
  text: `${BURNED} [1] The inn has beds. [2] The mill faces it.`,
  passages: [RECORD, passage('coast', 'The inn has beds.')],
};
const statesOf = ({ text }: Passage): string[] => (text.includes('inn') ? [BURNED] : []);

function prompted(task: Partial<SynthesisTask>, ports: Partial<PromptPorts> = {}) {
  const prompt = buildSynthesisPrompt(
    { query: 'Where are beds?', passages: [COAST], ...task },
    {
      model: { contextTokens: null, bindsCitations: false },
      settings: DEFAULT_GENERATION_SETTINGS,
      ids: new SequentialIds(),
      statesOf,
      ...ports,
    },
  );
  const message = prompt?.request.messages[0];
  const text = message?.role === 'user' ? message.text : '';
  return { prompt, text, whole: `${prompt?.request.system ?? ''}${text}` };
}

describe('a prompt', () => {
  it('is the same for the same question, but for the id of its fence', () => {
    const [once, again] = [prompted({}), prompted({})];
    expect(again.whole).toBe(once.whole);
  });

  it('names a title once that is a heading, too', () => {
    const { text } = prompted({ passages: [{ ...COAST, title: 'Coast', section: ['Coast', 'Inns'] }] });
    expect(text).toContain('\nCoast › Inns\n\n');
  });

  it('says what texts of a kind mean only where there are some', () => {
    expect(prompted({}, { statesOf: () => [] }).text).not.toMatch(/state tags|known tags/);
    const { text } = prompted({ expansions: [INN] });
    expect(text).toMatch(/state tags.*known tags/s);
  });
});

describe('a prompt with what the knowledge graph tells', () => {
  it('names the source of each sentence by its number, and shows a passage once', () => {
    const { prompt, text } = prompted({ expansions: [INN] });
    expect(prompt?.sources.map(({ chunkId }) => chunkId)).toEqual(['coast:0', 'session-2:0']);
    expect(text).toContain(`Inn (place)\n\n${BURNED} (source 2) The inn has beds. (source 1) The mill faces it.`);
  });

  it('says with each source how the things stand that it names', () => {
    const { prompt, text } = prompted({ passages: [COAST, passage('mill', 'The mill grinds.')], expansions: [INN] });
    const states = [...text.matchAll(/<state-\S+ number="(\d+)">\n(.*)\n/g)].map(([, number, state]) => [
      number,
      state,
    ]);
    expect(states).toEqual([
      ['1', BURNED],
      ['3', BURNED],
    ]);
    expect(text.indexOf('<state-')).toBeLessThan(text.indexOf('The inn has beds.'));
    expect(prompt?.states).toEqual([BURNED]);
  });

  it('takes an expansion whole or not at all, and the next one that fits', () => {
    const long: SynthesizedExpansion = {
      ...{ name: 'Long', text: `${BURNED} [1]` },
      passages: [passage('long', 'It is a very long story. '.repeat(900))],
    };
    const { text } = prompted({ expansions: [long, INN] });
    expect(text).not.toContain('Long');
    expect(text).toContain('Inn (place)');
  });

  it('is as it was without expansions and changes', () => {
    const plain = prompted({}, { statesOf: () => [] });
    expect(plain.text).not.toMatch(/<(?:state|known)-/);
    expect(plain.prompt?.states).toEqual([]);
  });

  it('never exceeds the published tokens, nor the context of the model', () => {
    const words = fc.string({ maxLength: 40 }).map((word) => `inn ${word} `);
    const texts = fc.tuple(words, fc.nat(400)).map(([word, times]) => word.repeat(times + 1));
    const passages = fc.array(texts, { minLength: 1, maxLength: 30 });
    const settings = { ...DEFAULT_GENERATION_SETTINGS, maxSources: 30, sourceTokens: 20_000, expansionTokens: 20_000 };
    fc.assert(
      fc.property(
        passages,
        fc.array(passages, { maxLength: 10 }),
        fc.option(fc.integer({ min: 1_500, max: 20_000 })),
        (some, expanded, context) => {
          const expansions = expanded.map((own, at) => ({
            ...{ name: `Thing ${at}`, text: `${BURNED} [1] ${own[0] ?? ''} [1]` },
            passages: own.map((text, n) => passage(`e${at}`, text, n * 100_000)),
          }));
          const model = { contextTokens: context, bindsCitations: false };
          const task = { passages: some.map((text, at) => passage(`d${at}`, text)), expansions };
          const { prompt, whole } = prompted(task, { settings, model });
          if (prompt === null) return;
          expect(estimateTokens(whole)).toBeLessThanOrEqual(Math.min(MAX_CONTEXT_TOKENS, context ?? Infinity));
        },
      ),
      { numRuns: 60 },
    );
  });
});
