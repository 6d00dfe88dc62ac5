import { describe, expect, it } from '@jest/globals';
import { certaintyOf } from './certainty.js';

/** Reads a sentence whose two names stand in brackets. */
function read(marked: string): string {
  const from = marked.indexOf('[');
  const to = marked.lastIndexOf(']') - 3;
  return certaintyOf(marked.replace(/[[\]]/g, ''), from, to);
}

describe('certaintyOf', () => {
  it.each([
    ['[Ada] leads the [Guild].', 'told'],
    ['[Ada], who does not smoke, sings.', 'told'],
    ['Nobody smokes. [Ada] leads the [Guild].', 'told'],
    ['[Ada] leads not only the [Guild].', 'told'],
    ['If Ben is away, [Ada] leads the [Guild].', 'told'],
    ['According to the register [Ada] leads the [Guild].', 'told'],
    ['[Ada] leads the “Hooks” of the [Guild].', 'told'],
    ['[Ada] does not lead the [Guild].', 'untold'],
    ['[Ada] no longer leads the [Guild].', 'untold'],
    ['[Ada] has no seat in the [Guild].', 'untold'],
    ['[Ada] would lead the [Guild].', 'untold'],
    ['[Ada] plans to lead the [Guild].', 'untold'],
    ['If [Ada] leads the [Guild], all is lost.', 'untold'],
    ['Should the tide turn and [Ada] lead the [Guild], run.', 'untold'],
    ['Does [Ada] lead the [Guild]?', 'untold'],
    ['It is not true that [Ada] leads the [Guild].', 'untold'],
    ['Some say that [Ada] leads the [Guild].', 'doubtful'],
    ['According to rumours [Ada] leads the [Guild].', 'doubtful'],
    ['According to Ben [Ada] leads the [Guild].', 'doubtful'],
    ['Ben claims that [Ada] leads the [Guild].', 'doubtful'],
    ['[Ada] allegedly leads the [Guild].', 'doubtful'],
    ['[Ada] leads the [Guild], some say.', 'doubtful'],
    ['“[Ada] leads the [Guild],” said Ben.', 'doubtful'],
  ])('%s', (sentence, expected) => {
    expect(read(sentence)).toBe(expected);
  });

  it('reads a sentence of a million characters', () => {
    const long = 'if Ada, says " Ben or, '.repeat(40_000);
    // No measure: an expression that went back to the beginning for each word would run for hours.
    expect(certaintyOf(long, 10, long.length - 10)).toBe('told');
  });
});
