import { pick, replaceAt, upperOpening } from '../words.js';
import type { RewordingRule } from './rewording-rule.js';
import { SYNONYMS } from './synonyms.js';

const PATTERNS = SYNONYMS.map(([pattern, other]) => ({ pattern: new RegExp(`\\b(?:${pattern})\\b`, 'i'), other }));

/** One listed word or phrase for another. */
export const synonyms: RewordingRule = {
  name: 'synonyms',
  reword(sentence, random) {
    const applicable = PATTERNS.flatMap(({ pattern, other }) => {
      const found = pattern.exec(sentence);
      // A capital inside a sentence begins a name.
      return found && (found.index === 0 || /^\p{Ll}/u.test(found[0])) ? [{ found, other }] : [];
    });
    const chosen = pick(applicable, random);
    if (!chosen) return null;
    const { found, other } = chosen;
    return upperOpening(replaceAt(sentence, found.index, found[0].length, other));
  },
};
