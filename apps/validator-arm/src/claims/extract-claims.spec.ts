import { describe, expect, it } from '@jest/globals';
import { statementOf } from '@arbiter/contracts';
import { extractClaims } from './extract-claims.js';

const texts = (answer: string) => extractClaims(answer).map(({ text }) => text);
const statements = (answer: string) => extractClaims(answer).map(statementOf);

describe('extractClaims', () => {
  it('gives one claim per sentence, markers left out', () => {
    expect(texts('The lamp burns oil. [1] It is old. [2]')).toEqual(['The lamp burns oil.', 'It is old.']);
  });

  it('ends a claim at a marker where the next statement starts, full stop or not', () => {
    expect(texts('Room: loft; Price: 3 [1] Room: attic; Price: 8 [2]')).toEqual([
      'Room: loft; Price: 3',
      'Room: attic; Price: 8',
    ]);
  });

  it('leaves out the answer to a yes-or-no question before the sentence that settles it', () => {
    expect(statements('Yes: the ferry runs at night. [1]')).toEqual(['the ferry runs at night.']);
    expect(statements('No: dogs stay outside.')).toEqual(['dogs stay outside.']);
    expect(statements('The answer is Yes: the ferry runs.')).toEqual(['The answer is Yes: the ferry runs.']);
  });

  it('leaves a marker inside a sentence out of what it says', () => {
    expect(statements('Mara Fell [1] keeps the lamp [2].')).toEqual(['Mara Fell keeps the lamp.']);
  });

  it('reads a list item by item, without bullets', () => {
    expect(texts('- Aunt [1]\n- Uncle [2]')).toEqual(['Aunt', 'Uncle']);
  });

  it('says with a short list item what the list is of', () => {
    const answer = 'The keepers of the lamp are:\n1. Bo [1]\n2. Cy Fell [2]';
    expect(texts(answer)).toEqual(['Bo', 'Cy Fell']);
    expect(statements(answer)).toEqual(['The keepers of the lamp are: Bo', 'The keepers of the lamp are: Cy Fell']);
  });

  it('reads list items that are sentences as they are', () => {
    expect(statements('To make tea:\n1. Boil the root.\n2. Add honey.')).toEqual(['Boil the root.', 'Add honey.']);
  });

  it('reads a table row by row, with the names of its columns', () => {
    const answer = '| Room | Price |\n|---|---|\n| loft | 3 pence |\n| attic | 8 pence | [2]';
    expect(statements(answer)[0]).toBe('Room: loft; Price: 3 pence');
    expect(texts(answer)).toHaveLength(2);
    expect(texts(answer)[0]).toBe('loft | 3 pence');
  });

  it('joins lines that were wrapped', () => {
    expect(statements('The lamp of Gull Point\nburns whale oil.\nIt is old.')).toEqual([
      'The lamp of Gull Point burns whale oil.',
      'It is old.',
    ]);
  });

  it.each([
    'Hello! Who knows? The sources hold no information about that.',
    'Hi there! I do not have that information.',
    'Unfortunately, the sources do not say who built it.',
    'Here are the keepers:',
    'How tall is it？',
    '[1] [2] …',
    '',
  ])('finds no claim in %j', (answer) => {
    expect(texts(answer)).toEqual([]);
  });

  it.each([
    ['I do not have that information, but the lamp weighs 900 tons.', 'the lamp weighs 900 tons'],
    ['There is no information: the bishop burned it.', 'the bishop burned it'],
    ['I cannot overstate that Mara killed the king.', 'Mara killed the king'],
    ['<!-- The lamp weighs 900 tons. -->', 'The lamp weighs 900 tons'],
    ['```text\nThe lamp weighs 900 tons\n```', 'The lamp weighs 900 tons'],
    ['> The lamp weighs 900 tons', 'The lamp weighs 900 tons'],
    ['<script>The lamp weighs 900 tons</script>', 'The lamp weighs 900 tons'],
  ])('does not let a statement hide: %j', (answer, said) => {
    expect(statements(answer).join(' ')).toContain(said);
  });

  it('reads what markup encloses', () => {
    expect(statements('The <b>lamp</b> **burns** `oil`.<p>It is [old](https://example.org/old).</p>')).toEqual([
      'The lamp burns oil.',
      'It is old.',
    ]);
  });

  it('takes a comparison sign for no tag', () => {
    expect(texts('If 3 < 5 and 7 > 2 the gate opens.')).toEqual(['If 3 < 5 and 7 > 2 the gate opens.']);
  });

  it.each([
    ['Chinese', '灯塔由玛拉看守。它建于三四一年。', 2],
    ['Arabic', 'تحرس مارا المنارة. بُنيت عام ٣٤١.', 2],
    ['Hebrew', 'מארה שומרת על המגדלור. הוא נבנה בשנת 341.', 2],
  ])('divides %s', (_, answer, count) => {
    const claims = extractClaims(answer);
    expect(claims).toHaveLength(count);
    for (const { text, start, end } of claims) expect(answer.slice(start, end)).toBe(text);
  });

  it('gives the span of each claim in the answer', () => {
    const answer =
      '# Lamps\n\nSure! Mara **Fell** keeps [1] the lamp, and it weighs 40 pounds. [2]\n\n- Boil the root. [1]\n\n| A | B |\n|--|--|\n| x | 3 |';
    const claims = extractClaims(answer);
    for (const { text, start, end } of claims) expect(answer.slice(start, end)).toBe(text);
    expect(claims.map(statementOf)).toEqual([
      'Mara Fell keeps the lamp, and it weighs 40 pounds.',
      'Boil the root.',
      'A: x; B: 3',
    ]);
  });

  it.each([
    ['one word', 'x'.repeat(100_000)],
    ['open tags', '<b '.repeat(33_000)],
    ['open comments', '<!--'.repeat(25_000)],
    ['pipes', '|'.repeat(100_000)],
    ['rows', '| a | b |\n|---|---|\n'.repeat(4_500)],
    ['brackets', '['.repeat(100_000)],
    ['stars', '*a'.repeat(50_000)],
    ['markers', '[1] '.repeat(25_000)],
    ['white space', ' '.repeat(99_999) + 'x'],
    ['sentences', 'The lamp burns oil. '.repeat(5_000)],
  ])('reads 100 kB of %s to their end', (_, answer) => {
    // An expression that tries again from every character would pass the test's time limit.
    for (const { text, start, end } of extractClaims(answer))
      if (answer.slice(start, end) !== text) throw new Error(text);
    expect(extractClaims(`${answer}\n\nMara Fell keeps the lamp.`).at(-1)?.text).toBe('Mara Fell keeps the lamp.');
  });
});
