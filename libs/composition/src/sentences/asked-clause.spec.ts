import { describe, expect, it } from '@jest/globals';
import { askedClause, askedOfClause } from './asked-clause.js';

const CLAUSES = [
  '2.1 The fee is nine crowns.',
  '2.2 The fee is due in May.',
  '12.2 The key is kept.',
  'The pier is old.',
];

describe('askedClause', () => {
  it('tells the clause that a question names from the others', () => {
    expect(askedClause('What does clause 2.2 say?', CLAUSES)).toEqual(['other', 'asked', 'other', 'none']);
  });

  it.each([
    ['What does article 4 say?', 'Article 4 The pier is closed.', null],
    ['What does article 4 say?', 'Article 4. The pier is closed.', ['asked']],
    ['Was steht in Ziffer 3?', '3. Der Steg ist gesperrt.', ['asked']],
    ['¿Qué dice la cláusula 5?', '5) El muelle está cerrado.', ['asked']],
    ['Что сказано в пункте 7?', '7. Причал закрыт.', ['asked']],
    ['What does § 6 say?', '§ 6. The pier is closed.', ['asked']],
    ['What does section 3 say?', '3.1 The pier is closed.', ['asked']],
    ['What are the 3 rules?', '3. The pier is closed.', null],
    ['What does clause 3 say?', '3 boats lie there.', null],
    ['What does clause 9.9 say?', '2.1 The fee is nine crowns.', null],
  ])('reads numbers in many languages, and amounts as none: %s', (question, sentence, expected) => {
    expect(askedClause(question, [sentence])).toEqual(expected);
  });

  it('reads long texts of digits and dots', () => {
    expect(askedClause(`${'1.'.repeat(100_000)}?`, ['1.'.repeat(100_000)])).toBeNull();
  });
});

describe('askedOfClause', () => {
  it.each([
    ['What does clause 2.2 say?', []],
    ['What does clause 2.2 of the lease say about the deposit?', ['lease', 'deposit']],
    ['Was steht in Ziffer 3?', []],
    ['How much is item 3?', ['how', 'much']],
    ['Who wrote the letter?', null],
  ])('keeps what is asked beside the text itself: %s', (question, expected) => {
    expect(askedOfClause(question)).toEqual(expected);
  });
});
