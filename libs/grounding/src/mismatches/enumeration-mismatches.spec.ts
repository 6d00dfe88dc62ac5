import { describe, expect, it } from '@jest/globals';
import { mentionsIn } from '../mentions/text-mentions.js';
import { claimParts } from '../passages/cut-sentences.js';
import { enumerationMismatches } from './find-mismatches.js';

function mismatches(text: string, known: readonly string[]): string[] {
  const [part] = claimParts(text);
  const claim = mentionsIn(part!.text, part!.words);
  return enumerationMismatches({ claim, sentence: claim, window: [], known: new Set(known) }).map(
    ({ message }) => message,
  );
}

describe('enumerationMismatches', () => {
  it('names the item that is not listed, however its blanks are typed', () => {
    for (const text of ['They sell rope, tar and oil.', 'They sell rope,  tar  and oil.']) {
      expect(mismatches(text, ['rope', 'oil'])).toEqual(['the source does not list "tar"']);
    }
  });

  it('ends on a list without an end whose blanks could be shared out in any way', () => {
    expect(mismatches(`They sell rope${',      tar'.repeat(60)},`, ['rope'])).toEqual([]);
  });
});
