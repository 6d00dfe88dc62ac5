import { describe, expect, it } from '@jest/globals';
import { Question } from '../questions.js';
import { goldSentenceCases } from './gold-sentences.js';
import { readDocument } from './read-document.js';

const heron = readDocument(
  'places/heron.md',
  [
    '---\ntitle: The Drowned Heron\n---\n# The Drowned Heron',
    'The Drowned Heron is an inn on the quay of Tallowgate.',
    '## Rooms',
    'A bed in the loft of the [inn](inn.md) costs **3 wicks** a night. A bed by the stove costs no more in winter. Fire is extra.',
    '| Room | Price |\n|---|---|\n| loft | 3 wicks |',
    '## Kitchen',
    'Whoever takes a bed in the loft has supper with the cook, who asks three wicks.',
  ].join('\n\n'),
);

const question = (overrides: Partial<Question> = {}): Question =>
  Question.parse({
    id: 'q1',
    question: 'What does a bed in the loft cost?',
    type: 'simple_lookup',
    answerable: true,
    answers: ['3 wicks'],
    evidence: [{ document: 'documents/places/heron.md', quote: 'costs **3 wicks** a night' }],
    ...overrides,
  });

describe('goldSentenceCases', () => {
  it('gives the sentence of the evidence word for word, to be accepted', () => {
    expect(goldSentenceCases(question(), [heron])[0]).toEqual({
      id: 'q1-gold',
      kind: 'gold-sentence',
      question: 'What does a bed in the loft cost?',
      answer: 'A bed in the loft of the inn costs 3 wicks a night.',
      accept: true,
      unsupportedClaims: [],
      sources: [
        {
          document: 'documents/places/heron.md',
          title: 'The Drowned Heron',
          section: 'Rooms',
          quote:
            'A bed in the loft of the inn costs 3 wicks a night. A bed by the stove costs no more in winter. Fire is extra.',
        },
      ],
    });
  });

  it('gives the sentence of the document that is most like an answer and holds none, to be rejected', () => {
    // The last sentence shares "bed", "loft" too, but says "three wicks"; "Fire is extra." is too short.
    expect(goldSentenceCases(question(), [heron])[1]).toMatchObject({
      id: 'q1-beside',
      kind: 'sentence-beside',
      answer: 'A bed by the stove costs no more in winter.',
      accept: false,
    });
  });

  it('has the sections of both as sources', () => {
    const other = question({ question: 'Where is the inn of the quay?', answers: ['3 wicks'] });
    const [gold, beside] = goldSentenceCases(other, [heron]);
    expect(beside!.answer).toBe('The Drowned Heron is an inn on the quay of Tallowgate.');
    expect(gold!.sources.map(({ section, quote }) => [section, quote.slice(0, 10)])).toEqual([
      ['Rooms', 'A bed in t'],
      [undefined, 'The Drowne'],
    ]);
    expect(beside!.sources).toEqual(gold!.sources);
  });

  it.each<[string, Partial<Question>]>([
    ['an unanswerable question', { answerable: false }],
    ['a list', { type: 'list_building' }],
    ['evidence of several places', { evidence: [...question().evidence, ...question().evidence] }],
    ['evidence that is a row of a table', { evidence: [{ document: 'heron.md', quote: '| loft | 3 wicks |' }] }],
    ['evidence that does not hold the answer', { answers: ['4 wicks'] }],
    ['evidence of another document', { evidence: [{ document: 'documents/eel.md', quote: 'costs 3 wicks a night' }] }],
  ])('leaves out %s', (_what, overrides) => {
    expect(goldSentenceCases(question(overrides), [heron])).toEqual([]);
  });

  it('leaves out a document without another sentence', () => {
    const short = readDocument('places/heron.md', '# Heron\n\nA bed in the loft costs 3 wicks a night.');
    expect(goldSentenceCases(question(), [short])).toEqual([]);
  });
});
