import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalQuestion } from './canonical-question.js';

describe('canonicalQuestion', () => {
  it.each([
    [
      'Who keeps the lamp?',
      ['Who keeps the lamp', '  Who  keeps the lamp ?? ', 'Who keeps the lamp?!', 'Who keeps the lamp.'],
    ],
    ['List the inns.', ['List the inns', 'List the inns?', 'List the inns!', 'List the inns…']],
    ['I lost my key. Tell me what to do.', ['I lost my key. Tell me what to do', 'I lost my key. Tell me what to do?']],
    ['What is the fare?', ["What's the fare?", 'What’s the fare', 'What is the fare?']],
    ['who has been there?', ["who's been there"]],
    ["Why doesn't it run?", ['Why does not it run?', 'Why doesn’t it run', "Why doesn't it run?"]],
    ["Which inns can't be reached?", ['Which inns cannot be reached?', 'Which inns can not be reached']],
    ['What am I to do when I am ill?', ["What am I to do when I'm ill?"]],
    ['What does "slipgate" mean?', ['What does “slipgate” mean?', 'What does „slipgate“ mean']],
    ['Where is the café?', ['Where is the cafe\u0301?']],
  ])('is %p, however it is typed', (canonical, typed) => {
    for (const question of [canonical, ...typed]) expect(canonicalQuestion(question)).toBe(canonical);
  });

  it.each([
    ['a possessive', "Whose is Mara's lamp?"],
    ['an exception', 'What does it not only cost but take?'],
    ['the full stops of an abbreviation', 'Does it open at 9 a.m.'],
    ['the mark of another script', '灯台守は誰ですか？'],
    ['lines', 'for x in y:\n print(x)?'],
    ['signs alone', '?!'],
    ['nothing', ''],
  ])('leaves %s as it is', (_, question) => {
    expect(canonicalQuestion(question)).toBe(question);
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (question) => {
        const once = canonicalQuestion(question);
        expect(canonicalQuestion(once)).toBe(once);
      }),
    );
  });
});
