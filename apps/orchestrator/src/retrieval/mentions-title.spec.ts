import { describe, expect, it } from '@jest/globals';
import { passage } from '../../test/passages.js';
import { mentionsTitle } from './follow-bridges.js';

describe('mentionsTitle', () => {
  it.each([
    ['Odo Finch', 'The light was built by odo finch.', true],
    ['Mercury (planet)', 'Mercury is near the sun.', true],
    ['Émile Zola', 'A novel of Emile Zola.', true],
    ['Ada Wren', 'The light was built by Odo Finch.', false],
    ['Ai', 'It rained again.', false],
    ['', 'Anything.', false],
  ])('of "%s" in "%s" is %p', (title, text, expected) => {
    expect(mentionsTitle(passage('Here', text), passage(title, 'There.'))).toBe(expected);
  });
});
