import { afterAll, describe, expect, it } from '@jest/globals';
import { openReader } from '@arbiter/backends';
import { passage, questionReaderOf } from '../../test/readings.js';
import { ExtractiveSynthesizer } from './extractive-synthesizer.js';

/** Each thing is spoken of before and after it is defined. */
const PASSAGES = [
  passage(
    'Minutes of the weir board',
    'Odo Marl spoke against the sluice tax on Tuesday. The kelper was late again. Odo Marl left before the vote.',
  ),
  passage('People of Hollin', 'Odo Marl is the keeper of the weir and a retired carter. Brenna Sike sells lamp oil.'),
  passage(
    'Words of the marsh',
    'A kelper is a labourer who cuts weed from the sluices. A spate means a sudden rise of the water.',
  ),
  passage(
    'Letters',
    'I saw the spate from the bridge and was afraid. The kelper told me to go home. Our gauger had counted wrong. The Long Table is in trouble this year.',
  ),
  passage(
    'Offices',
    'Gauger: measures the level of the water twice a day. The Long Table is the council of the nine villages. The Long Table meets in March.',
  ),
];

const reader = openReader({ reader: true })!;
const sut = new ExtractiveSynthesizer(questionReaderOf(reader, 60_000));

afterAll(() => reader.close());

describe('ExtractiveSynthesizer, asked who or what something is', () => {
  it.each([
    ['Who is Odo Marl?', 'Odo Marl is the keeper of the weir and a retired carter. [1]'],
    ['What is a kelper?', 'A kelper is a labourer who cuts weed from the sluices. [1]'],
    ['what does spate mean', 'A spate means a sudden rise of the water. [1]'],
    ['What is a gauger?', 'Gauger: measures the level of the water twice a day. [1]'],
    ['What is the Long Table?', 'The Long Table is the council of the nine villages. [1]'],
  ])('answers "%s" with the sentence that defines it', async (query, definition) => {
    const { text } = await sut.synthesize({ query, passages: PASSAGES }, new AbortController().signal);
    expect(text).toBe(definition);
  });
});
