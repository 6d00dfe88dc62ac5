import { QUESTION_TYPES } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { classifyQuestion, findCues } from './classify-question.js';
import { CUES } from './cues/cues.js';
import { READ_EDGE, readMessage } from './message.js';
import { QUESTION_TYPE_MODEL } from './question-type-model.js';
import type { QuestionTypeModel } from './question-type-model.format.js';

const namesOf = (query: string) => findCues(query).map(({ name }) => name);

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
    weights: { compares: [0, 3], difference: [0, 2], 'word-and': [0, 0.5] },
  };

  it('is as sure as the softmax of the summed weights', () => {
    const { type, confidence } = classifyQuestion('Compare the bell and the lens.', model);
    expect(type).toBe('comparative');
    expect(confidence).toBeCloseTo(1 / (1 + Math.exp(1 - 3.5)), 12);
  });

  it('tells the weightiest cues first, and single words only where nothing else decided', () => {
    expect(classifyQuestion('Compare the bell and the lens: how do they differ?', model).reasons).toEqual([
      'asks to compare',
      'asks for a difference',
    ]);
    expect(classifyQuestion('This and that', { ...model, bias: [0, 0] }).reasons).toEqual(['says "and"']);
  });

  it('gives a tie to the type that comes first, without reasons', () => {
    const even = { ...model, bias: [0, 0], weights: {} };
    expect(classifyQuestion('Compare them.', even)).toEqual({ type: 'simple_lookup', confidence: 0.5, reasons: [] });
  });

  it('refuses a model without types', () => {
    expect(() => classifyQuestion('x', { types: [], bias: [], weights: {} })).toThrow(RangeError);
  });

  it.each([
    '',
    '?',
    '🜁',
    'ok',
    'x'.repeat(10_000),
    'the '.repeat(2_500),
    'makes sense '.repeat(800),
    'a, '.repeat(3_300),
  ])('has an answer to anything', (query) => {
    const { confidence } = classifyQuestion(query);
    expect(confidence).toBeGreaterThan(0);
    expect(confidence).toBeLessThanOrEqual(1);
  });
});

describe('readMessage', () => {
  const filler = 'The bell hangs in the tower, and nobody has counted its strokes. '.repeat(160);

  it('reads no more than both ends of a message, however long it is', () => {
    const { written, text, opening, ask } = readMessage(`Hello. ${filler}How do I ring it?`);
    for (const part of [written, text, opening, ask]) expect(part.length).toBeLessThanOrEqual(2 * READ_EDGE + 3);
    expect(text).toMatch(/^hello\./);
    expect(ask).toBe('how do i ring it?');
  });

  it('reads a short message whole', () => {
    const short = 'a'.repeat(2 * READ_EDGE);
    expect(readMessage(short).written).toBe(short);
  });
});

describe('cues', () => {
  it('have one name each, and the shipped model weighs every one of them', () => {
    const names = CUES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(QUESTION_TYPE_MODEL.weights)).toEqual(names);
    expect(QUESTION_TYPE_MODEL.types).toEqual(QUESTION_TYPES);
  });

  it('look past what only opens a message', () => {
    expect(namesOf('Hi, could you please list the taverns?')).toContain('list-verb');
    expect(namesOf('The list is long.')).not.toContain('list-verb');
  });

  it('look at the last sentence for what is asked', () => {
    expect(namesOf('My lamp has gone out. What should I do?')).toContain('what-to-do');
  });

  it('take no limit for a comparison', () => {
    expect(namesOf('Which towns have more than two gates?')).not.toContain('more-than');
    expect(namesOf('Has Pell more gates than Tallowgate?')).toContain('more-than');
  });

  it.each([
    ['Is the lift working again?', 'going-on'],
    ['Has the rain stopped?', 'come-about'],
    ['How is Varga doing?', 'on-its-way'],
    ['Are the boats back yet?', 'state-at-the-end'],
  ])('hear in %j what only this moment can tell', (query, name) => {
    expect(namesOf(query)).toContain(name);
  });

  it.each([['Is parking allowed?'], ['Has Pell a harbour?'], ['How is the winter count carried out?']])(
    'take %j for what holds at any time',
    (query) => {
      expect(namesOf(query)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(?:going-on|come-about|on-its-way|state-at-the-end)$/)]),
      );
    },
  );

  it('take a noun that looks like a verb for a plural after a preposition', () => {
    expect(namesOf('In which plays did she appear?')).toContain('preposition-which-plural');
    expect(namesOf('Which player plays first?')).not.toContain('which-plural');
  });

  it.each([['Is the new bell louder than the old one?'], ['How does the old bell sound beside the new one?']])(
    'hear both words of a pair in %j',
    (query) => {
      expect(namesOf(query)).toContain('opposites');
      expect(namesOf('Is the old bell loud?')).not.toContain('opposites');
    },
  );

  it('take a deed that opens a message for a way of doing', () => {
    expect(namesOf('Descaling the boiler')).toContain('gerund-opens');
    expect(namesOf('Opening hours of the mill')).not.toContain('gerund-opens');
  });

  it('take no verb for a plural', () => {
    expect(namesOf('Which player goes first?')).not.toContain('which-plural');
    expect(namesOf('Which players go first?')).toContain('which-plural');
  });
});
