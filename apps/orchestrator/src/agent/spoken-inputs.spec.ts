import { describe, expect, it } from '@jest/globals';
import { shownReason, unspokenInput } from './spoken-inputs.js';

const ASKED = ['What does https://a.example/page say about the mill of Aldon?'];

describe('inputs that must be the person’s own words', () => {
  it.each([
    ['an address of the question', 'address', 'https://a.example/page', null],
    ['a longer one', 'address', 'https://a.example/page?d=secret', 'input'],
    ['a shorter one', 'address', 'https://a.example', 'input'],
    ['words of the question', 'words', 'the Aldon mill', null],
    ['a word that a passage brought in', 'words', 'Aldon mill pelican', 'input'],
    ['a part of the question', 'text', 'about the mill of Aldon', null],
    ['its words in another order', 'text', 'Aldon of mill', 'input'],
    ['something else than text', 'words', { $from: 's1' }, 'input'],
  ] as const)('%s as %s', (_, kind, value, unspoken) => {
    expect(unspokenInput({ spokenInputs: { input: kind } }, { input: value }, ASKED)).toBe(unspoken);
  });

  it('do not concern the other inputs', () => {
    expect(unspokenInput({ spokenInputs: { url: 'address' } }, { limit: 3 }, ASKED)).toBeNull();
  });
});

describe('a reason that is shown', () => {
  it('leads only where the person has been', () => {
    expect(shownReason('See https://evil.example/?d=1 and https://a.example/page.', ASKED)).toBe(
      'See … and https://a.example/page.',
    );
  });
});
