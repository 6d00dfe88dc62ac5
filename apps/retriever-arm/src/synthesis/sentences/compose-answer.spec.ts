import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { synthesize, type Passage, type SynthesizeResponse } from '@arbiter/contracts';
import { passage, spanOf } from '../../../test/readings.js';
import { candidateSentences } from './candidate-sentences.js';
import { composeAnswer, inReadingOrder, type ChosenSentence, type Composition } from './compose-answer.js';

/** The first sentence of a passage, and the words of it that answer. */
function chosen(from: Passage, words?: string): ChosenSentence {
  const [candidate] = candidateSentences([from]);
  if (!candidate) throw new RangeError(`"${from.text}" holds no sentence`);
  return { candidate, span: words === undefined ? null : spanOf(from.text, words) };
}

const compose = (text: string, words?: string, over: Partial<Composition> = {}): SynthesizeResponse =>
  composeAnswer({ chosen: [chosen(passage('d', text), words)], layout: 'prose', ...over });
const highlighted = ({ text, highlights = [] }: SynthesizeResponse): string[] =>
  highlights.map(({ start, end }) => text.slice(start, end));

describe('composeAnswer', () => {
  it('says each sentence with its marker, which leads to the stored span', () => {
    const light = passage('light', 'Mara Fell keeps the lamp.', { start: 40, end: 65 });
    const answer = composeAnswer({
      chosen: [chosen(light), chosen(passage('inn', 'A bed is dear.'))],
      layout: 'prose',
    });
    expect(answer.text).toBe('Mara Fell keeps the lamp. [1] A bed is dear. [2]');
    expect(answer.sentences.map(({ start, end }) => answer.text.slice(start, end))).toEqual([
      'Mara Fell keeps the lamp. [1]',
      'A bed is dear. [2]',
    ]);
    expect(answer.citations).toMatchObject([{ marker: 1, start: 40, end: 65, quote: light.text }, { marker: 2 }]);
  });

  it('shows code in its own lines', () => {
    const code = 'Accept 10 megabytes at most:\n\nsite {\n\tbody 10MB\n}';
    expect(compose(code).text).toBe(`${code} [1]`);
  });

  it('puts every document of a comparison in a paragraph of its own, and every item on a line', () => {
    const both = [chosen(passage('a', 'Gull Point has a light.')), chosen(passage('b', 'Skerrow Rock has none.'))];
    expect(composeAnswer({ chosen: both, layout: 'paragraphs' }).text).toBe(
      'Gull Point has a light. [1]\n\nSkerrow Rock has none. [2]',
    );
    expect(composeAnswer({ chosen: both, layout: 'lines' }).text).toBe(
      '- Gull Point has a light. [1]\n- Skerrow Rock has none. [2]',
    );
  });

  it.each([
    ['Report it to security@mill.example today.', 'mill.example', 'security@mill.example'],
    ['The folder is /var/lib/quill by default.', 'var/lib', '/var/lib/quill'],
    ['Set quill.max_body first.', 'max', 'quill.max_body'],
    ['It takes 4-6 weeks to dry.', '4', '4-6'],
    ['Ask Mara Fell, who keeps it.', 'Mara Fell', 'Mara Fell'],
    ['It is kept by Mara Fell: nobody else may.', 'Mara Fell', 'Mara Fell'],
  ])('gives no part of a word as the short answer: %s', (text, words, whole) => {
    expect(compose(text, words).shortAnswer).toBe(whole);
  });

  it.each([
    ['A member cannot have more than two boats.', 'more than two', 'cannot have more than two'],
    ['**Guests** may lie at most `three` nights [7].', 'three', 'at most three'],
    ['Inn: Heron; Bed: up to 4 wicks; Bath: 9 wicks', '4 wicks', 'up to 4 wicks'],
    ['No boat may lie here for three nights.', 'three nights', undefined],
  ])('gives what denies or bounds the words with them, or no short answer: %s', (text, words, short) => {
    expect(compose(text, words).shortAnswer).toBe(short);
  });

  it('highlights the words that answer, and gives them as the short answer', () => {
    const answer = compose('The lamp is kept by Mara Fell.', 'Mara Fell');
    expect(highlighted(answer)).toEqual(['Mara Fell']);
    expect(answer.shortAnswer).toBe('Mara Fell');
  });

  it.each([
    ['Of 14 wicks, «4 wicks» are paid at once.', 'Of 14 wicks, «4 wicks» are paid at once. [1]'],
    [
      'Grey salt costs 7 scales, white salt «7 scales» too.',
      'Grey salt costs 7 scales, white salt «7 scales» too. [1]',
    ],
    ['A **sack** [7] costs 7 scales, a box «7 scales».', 'A sack costs 7 scales, a box «7 scales». [1]'],
    ['Inn: Heron; Bed: 4 wicks; Bath: «4 wicks»', 'Heron: bed 4 wicks, bath «4 wicks» [1]'],
  ])('highlights the place that was read, not another that looks alike: %s', (marked, said) => {
    const words = /«([^«»]*)»/.exec(marked)?.[1] ?? '';
    const start = marked.indexOf('«');
    const from = passage('d', marked.replace(/[«»]/g, ''));
    const span = { start, end: start + words.length, score: 8 };
    const { text, highlights } = composeAnswer({ chosen: [{ ...chosen(from), span }], layout: 'prose' });
    expect(text).toBe(said.replace(/[«»]/g, ''));
    expect(highlights).toEqual([{ start: said.indexOf('«'), end: said.indexOf('«') + words.length }]);
  });

  it('has no shorter answer where nearly the whole sentence answers, or no words stand out', () => {
    for (const words of ['Mara Fell keeps it', undefined]) {
      const answer = compose('Mara Fell keeps it.', words);
      expect(answer).not.toHaveProperty('shortAnswer');
      expect(answer).not.toHaveProperty('highlights');
    }
  });

  it.each(['lamp', 'lighter'])('highlights no part of a word: %s', (part) => {
    expect(compose('The lamplighter of Gull Point sleeps.', part)).not.toHaveProperty('highlights');
  });

  it('highlights what a list or a comparison says without making one thing of it', () => {
    const answer = compose('Skerrow Rock has a lantern.', 'Skerrow Rock', { hasShortAnswer: false });
    expect(highlighted(answer)).toEqual(['Skerrow Rock']);
    expect(answer).not.toHaveProperty('shortAnswer');
  });

  it.each([
    ['yes', 'Yes: the lamp is kept by Mara Fell. [1]'],
    ['no', 'No: the lamp is kept by Mara Fell. [1]'],
  ] as const)('opens with %s where that is settled, the highlight still on its words', (verdict, text) => {
    const settled = { question: 'Is the lamp kept?', verdict };
    const answer = compose('The lamp is kept by Mara Fell.', 'Mara Fell', { settled });
    expect(answer.text).toBe(text);
    expect(highlighted(answer)).toEqual(['Mara Fell']);
    expect(answer.citations[0]?.quote).toBe('The lamp is kept by Mara Fell.');
  });

  it('says the row of a table as a person does, and cites it as it is stored', () => {
    const row = 'What: Fenwort cordial, phial; Price: 9 wicks';
    const answer = compose(row, '9 wicks');
    expect(answer.text).toBe('Fenwort cordial, phial: 9 wicks [1]');
    expect(answer.citations[0]?.quote).toBe(row);
    expect(answer.shortAnswer).toBe('9 wicks');
  });

  it.each([
    ['Mara Fell keeps the lamp [7].', 'Mara Fell keeps the lamp. [1]'],
    ['Inn: Drowned Heron [7]; Bed: 4 wicks [2]', 'Drowned Heron: 4 wicks [1]'],
    ['Mara Fell keeps [[2]3] the lamp.', 'Mara Fell keeps the lamp. [1]'],
  ])("leaves the source's own references out of %s, and keeps them in its quote", (text, said) => {
    const answer = compose(text);
    expect(answer.text).toBe(said);
    expect(answer.citations[0]?.quote).toBe(text);
  });

  it('never gives a marker that it did not set, whatever a source holds', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '[1]',
      '[7]',
      '[2, 3]',
      '**',
      '`',
      '](x)',
      ' ',
      ': ',
      '; ',
      '|',
      'Salt',
      '9',
      '\\',
      '-',
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 20 }), (pieces) => {
        const text = `Salt is grey ${pieces.join('')}`.trimEnd();
        const [candidate] = candidateSentences([passage('d', text)]);
        if (!candidate) return;
        const answer = composeAnswer({ chosen: [{ candidate, span: null }], layout: 'prose' });
        expect(answer.text.match(/\[\d+\]/g)).toEqual(['[1]']);
      }),
      { numRuns: 300 },
    );
  });

  it('is the empty answer where nothing was chosen', () => {
    const answer = composeAnswer({ chosen: [], layout: 'lines' });
    expect(answer).toEqual({ text: '', citations: [], sentences: [], mode: 'extractive' });
    expect(synthesize.output.safeParse(answer).error).toBeUndefined();
  });
});

describe('inReadingOrder', () => {
  it('keeps documents as they were chosen, and the sentences of each in its own order', () => {
    const light = candidateSentences([passage('light', 'The lamp is lit. The stair is long.')]);
    const inn = candidateSentences([passage('inn', 'A bed is dear.')]);
    const order = [light[1], inn[0], light[0]].flatMap((candidate) => (candidate ? [{ candidate, span: null }] : []));
    expect(inReadingOrder(order).map(({ candidate }) => candidate.text)).toEqual([
      'The lamp is lit.',
      'The stair is long.',
      'A bed is dear.',
    ]);
  });
});
