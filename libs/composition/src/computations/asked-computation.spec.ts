import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { askedComputation } from './asked-computation.js';

/** "kind, comparative, unit" and each operand as "times× text → question". */
const read = (question: string): [string, ...string[]] | null => {
  const asked = askedComputation(question);
  return (
    asked && [
      [asked.kind, asked.comparative?.word, asked.unit].filter((part) => part != null).join(', '),
      ...asked.operands.map(({ text, question: own, times }) => `${times}× ${text} → ${own ?? 'given'}`),
    ]
  );
};

describe('askedComputation', () => {
  it.each<[string, [string, ...string[]]]>([
    [
      'How much more does a bed at the Drowned Heron cost than a bath?',
      [
        'difference, more',
        '1× a bed at the Drowned Heron → How much does a bed at the Drowned Heron cost?',
        '1× a bath → How much does a bath cost?',
      ],
    ],
    [
      'How much longer is the hill road than the causeway if I walk to the Salt Town?',
      [
        'difference, longer',
        '1× the hill road → How long is the hill road if I walk to the Salt Town?',
        '1× the causeway → How long is the causeway if I walk to the Salt Town?',
      ],
    ],
    [
      'how much older is Brona Teel than Corin Ash',
      ['difference, older', '1× Brona Teel → How old is Brona Teel?', '1× Corin Ash → How old is Corin Ash?'],
    ],
    [
      'How many years older is the mint than the fair?',
      ['difference, older, years', '1× the mint → How old is the mint?', '1× the fair → How old is the fair?'],
    ],
    [
      'How much cheaper is a single than a double?',
      [
        'difference, cheaper',
        '1× a single → How much does a single cost?',
        '1× a double → How much does a double cost?',
      ],
    ],
    [
      'How much more expensive is it to take the coach than to walk?',
      [
        'difference, more expensive',
        '1× it to take the coach → How much does it cost to take the coach?',
        '1× to walk → How much does it cost to walk?',
      ],
    ],
    [
      "By how much does Maud Thule's price for whale oil exceed what she pays?",
      [
        'difference, more',
        "1× Maud Thule's price for whale oil → How much is Maud Thule's price for whale oil?",
        '1× what she pays → How much does she pay?',
      ],
    ],
    [
      'By how much is the north tower taller than the south tower?',
      [
        'difference, taller',
        '1× the north tower → How tall is the north tower?',
        '1× the south tower → How tall is the south tower?',
      ],
    ],
    [
      'Grey salt against white: what is the difference in price per stone?',
      [
        'difference, more',
        '1× Grey salt → What is the price per stone of Grey salt?',
        '1× white → What is the price per stone of white salt?',
      ],
    ],
    [
      'What is the difference in height between Tallow Light and Skerrow Light?',
      [
        'difference, more',
        '1× Tallow Light → What is the height of Tallow Light?',
        '1× Skerrow Light → What is the height of Skerrow Light?',
      ],
    ],
    [
      "What's the price difference between the basic plan and the premium plan?",
      [
        'difference, more',
        '1× the basic plan → What is the price of the basic plan?',
        '1× the premium plan → What is the price of the premium plan?',
      ],
    ],
    [
      'How many more beds does Cardiology have than Oncology?',
      [
        'difference, more',
        '1× Cardiology → How many beds does Cardiology have?',
        '1× Oncology → How many beds does Oncology have?',
      ],
    ],
    [
      'How many more people live in Mirren than in Pell?',
      ['difference, more', '1× Mirren → How many people live in Mirren?', '1× Pell → How many people live in Pell?'],
    ],
    [
      'How much more do I pay for a room than for a bath?',
      ['difference, more', '1× a room → How much do I pay for a room?', '1× a bath → How much do I pay for a bath?'],
    ],
    [
      'How much longer does the ferry take than the coach?',
      [
        'difference, longer',
        '1× the ferry → How long does the ferry take?',
        '1× the coach → How long does the coach take?',
      ],
    ],
    [
      'How much would I save by taking the ferry instead of the coach?',
      [
        'difference, cheaper',
        '1× the ferry → How much does the ferry cost?',
        '1× the coach → How much does the coach cost?',
      ],
    ],
    [
      'How many times larger is Mirren than Pell?',
      ['ratio, larger', '1× Mirren → How large is Mirren?', '1× Pell → How large is Pell?'],
    ],
    [
      'How many times as long is the hill road as the causeway?',
      ['ratio, more', '1× the hill road → How long is the hill road?', '1× the causeway → How long is the causeway?'],
    ],
    [
      'How many times as much does a bed cost as a bath?',
      ['ratio, more', '1× a bed → How much does a bed cost?', '1× a bath → How much does a bath cost?'],
    ],
    [
      'How many years passed between the founding of Mirren and the great fire?',
      [
        'span, years',
        '1× the founding of Mirren → When was the founding of Mirren?',
        '1× the great fire → When was the great fire?',
      ],
    ],
    [
      'How many years after the fire was the tower built?',
      ['span, years', '1× the fire → When was the fire?', '1× the tower built → When was the tower built?'],
    ],
    ['How many days is it from 3 March to 12 April?', ['span, days', '1× 3 March → given', '1× 12 April → given']],
    [
      'How much for three nights and two baths at the Drowned Heron?',
      [
        'total',
        '3× three nights → How much does a night cost at the Drowned Heron?',
        '2× two baths → How much does a bath cost at the Drowned Heron?',
      ],
    ],
    [
      'How much do 10 Necron Warriors cost?',
      ['total', '10× 10 Necron Warriors → How much does a Necron Warrior cost?'],
    ],
    [
      'What would three nights at the Heron cost in all?',
      ['total', '3× three nights → How much does a night cost at the Heron?'],
    ],
    [
      'How much do a bed and a bath cost together?',
      ['total', '1× a bed → How much does a bed cost?', '1× a bath → How much does a bath cost?'],
    ],
    [
      'How much do the bed and the bath cost together?',
      ['total', '1× the bed → How much does the bed cost?', '1× the bath → How much does the bath cost?'],
    ],
    [
      'How many beds do Cardiology and Oncology have in total?',
      [
        'total',
        '1× Cardiology → How many beds does Cardiology have?',
        '1× Oncology → How many beds does Oncology have?',
      ],
    ],
    [
      'How many people live in Mirren and Pell together?',
      ['total', '1× Mirren → How many people live in Mirren?', '1× Pell → How many people live in Pell?'],
    ],
    [
      'How long are the causeway and the hill road together?',
      ['total', '1× the causeway → How long is the causeway?', '1× the hill road → How long is the hill road?'],
    ],
    [
      'How much does a sack of meal cost per pound?',
      [
        'rate, pound',
        '1× a sack of meal → How much does a sack of meal cost?',
        '1× pound → How many pounds are there in a sack of meal?',
      ],
    ],
    [
      'How much later is bedtime for the old than for the young?',
      [
        'difference, later',
        '1× bedtime for the old → How late is bedtime for the old?',
        '1× for the young → How late is bedtime for the young?',
      ],
    ],
    [
      'By how much did the takings exceed the costs? Give both.',
      ['difference, more', '1× the takings → How much are the takings?', '1× the costs → How much are the costs?'],
    ],
    [
      'Which is dearer, a bed or a bath?',
      ['choice, dearer', '1× a bed → How much does a bed cost?', '1× a bath → How much does a bath cost?'],
    ],
    [
      'a bed or a bath, which is dearer',
      ['choice, dearer', '1× a bed → How much does a bed cost?', '1× a bath → How much does a bath cost?'],
    ],
    [
      'Which takes longer, the ferry or the coach, and by how much?',
      [
        'choice, longer',
        '1× the ferry → How long does the ferry take?',
        '1× the coach → How long does the coach take?',
      ],
    ],
    [
      'Who has more beds, Cardiology or Oncology?',
      [
        'choice, more',
        '1× Cardiology → How many beds does Cardiology have?',
        '1× Oncology → How many beds does Oncology have?',
      ],
    ],
    [
      'Is the hill road or the causeway longer?',
      [
        'choice, longer',
        '1× the hill road → How long is the hill road?',
        '1× the causeway → How long is the causeway?',
      ],
    ],
  ])('reads %j', (question, expected) => {
    expect(read(question)).toEqual(expected);
  });

  it.each([
    'What does a phial of fenwort cordial cost?',
    'What is the difference between a short rest and a long rest?',
    'How many people live in Tallowgate?',
    'How many lives did the blaze of 379 claim?',
    'How far is Mirren from Tallowgate?',
    'How long did it take to pay off the debt on the Drowned Heron?',
    'How long is the way from Mirren to Pell?',
    'Who runs the Drowned Heron?',
    'Which is dearer, the bed?',
    'Are phone calls or chats stored longer?',
    'How much higher is the fine now than under the old rules?',
    'What is the age limit for Eleven Doors?',
    'What can happen to me if I pay nothing for two months?',
    'What do I get for a two-day breakdown?',
    'What does the 60 mm lens cost?',
    'I parked for ten minutes. What will that cost me?',
    'How many times did she win?',
    'How much does a bed cost?',
    'How many miles are there between Mirren and Pell?',
    'How do I sort the ports and the beds together?',
    'How many quarters are there in Pell?',
    'How many USB ports does the router have?',
    '',
    'how much '.repeat(1000),
  ])('wants nothing computed for %j', (question) => {
    expect(read(question)).toBeNull();
  });

  it('names stretches of the question', () => {
    const word = fc.constantFrom(
      'how',
      'much',
      'many',
      'more',
      'is',
      'does',
      'the',
      'bed',
      'cost',
      'than',
      'and',
      'three',
      'baths',
      'together',
      'for',
      'in',
      'years',
      'between',
      '?',
      'difference',
      'price',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 14 }), (words) => {
        const question = words.join(' ');
        for (const { start, end, text, times } of askedComputation(question)?.operands ?? []) {
          expect(question.slice(start, end)).toBe(text);
          expect(text.trim()).toBe(text);
          expect(times).toBeGreaterThan(0);
        }
      }),
    );
  });
});
