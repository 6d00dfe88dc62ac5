import { QUESTION_TYPES } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { classifyQuestion } from './classify-question.js';
import { QUESTION_TYPE_MODEL, type QuestionTypeModel } from './question-type-model.js';

describe('classifyQuestion', () => {
  it.each([
    ['Who keeps the light at Gull Point?', 'simple_lookup'],
    ['How do I trim the lamp?', 'procedural'],
    ['Is the north tower older than the south tower?', 'comparative'],
    ['Who taught the man who built the lighthouse?', 'multi_hop'],
    ['List every tavern in the lower town.', 'list_building'],
    ['thanks, that was helpful!', 'conversational'],
    ['What will the weather be like tomorrow?', 'out_of_scope'],
  ])('takes %j for %s', (query, type) => {
    expect(classifyQuestion(query).type).toBe(type);
  });

  const model: QuestionTypeModel = {
    types: ['simple_lookup', 'comparative'],
    bias: [1, 0],
    words: new Set(['the', 'and']),
    weights: new Map([
      ['^ compare', [0, 3]],
      ['compare', [0, 1]],
      ['do they differ', [0, 2]],
      ['lens', [0, 0.1]],
    ]),
  };

  it('takes a question that goes on from the one before for what it asks', () => {
    expect(classifyQuestion('And what does the lynx eat a day?')).toEqual(
      classifyQuestion('What does the lynx eat a day?'),
    );
  });

  it('is as sure as the softmax of the summed weights', () => {
    const { type, confidence } = classifyQuestion('Compare the bell and the lens.', model);
    expect(type).toBe('comparative');
    expect(confidence).toBeCloseTo(1 / (1 + Math.exp(1 - 4.1)), 12);
  });

  it('tells the heaviest phrases first, and none whose words were told or that says next to nothing', () => {
    expect(classifyQuestion('Compare the bell and the lens: how do they differ?', model).reasons).toEqual([
      'begins with "compare"',
      'says "do they differ"',
    ]);
  });

  it('gives a tie to the type that comes first, without reasons', () => {
    const even = { ...model, bias: [0, 0], weights: new Map<string, number[]>() };
    expect(classifyQuestion('Compare them.', even)).toEqual({ type: 'simple_lookup', confidence: 0.5, reasons: [] });
  });

  it('refuses a model without types', () => {
    expect(() => classifyQuestion('x', { ...model, types: [] })).toThrow(RangeError);
  });

  it.each(['', '?', '🜁', 'ok', 'constructor', 'x'.repeat(10_000), 'the '.repeat(2_500), 'a, '.repeat(3_300)])(
    'has an answer to anything',
    (query) => {
      const { confidence } = classifyQuestion(query);
      expect(confidence).toBeGreaterThan(0);
      expect(confidence).toBeLessThanOrEqual(1);
    },
  );
});

describe('a message of words that the model does not know', () => {
  it.each(['灯台は誰が守っていますか', 'Wie reinige ich die Lampe?', 'Кто следит за маяком?', 'Qui garde le phare ?'])(
    'is looked up without confidence, whatever it is: %j',
    (query) => {
      expect(classifyQuestion(query)).toEqual({ type: 'simple_lookup', confidence: 1 / 7, reasons: [] });
    },
  );

  it('is no talk if it is short, and of its form otherwise', () => {
    expect(classifyQuestion('feliz cumple').type).toBe('simple_lookup');
    expect(classifyQuestion('tern colonies').type).toBe('list_building');
    expect(classifyQuestion('lol').type).toBe('conversational');
  });
});

describe('the shipped model', () => {
  it('has a weight of each phrase for each type', () => {
    const { types, bias, weights } = QUESTION_TYPE_MODEL;
    expect(types).toEqual(QUESTION_TYPES);
    expect(weights.size).toBeGreaterThan(1_000);
    for (const row of [bias, ...weights.values()]) {
      expect(row).toHaveLength(types.length);
      expect(row.every(Number.isFinite)).toBe(true);
    }
  });
});
