import { isMovable, lowerOpening, upperOpening } from '../words.js';
import type { RewordingRule } from './rewording-rule.js';

const SUBORDINATORS = 'If|When|Whenever|While|Because|Although|Unless|As long as';
/** "If a, b." with no further comma. */
const CLAUSE_FIRST = new RegExp(`^(${SUBORDINATORS}) ([^,]+), ([^,]+)\\.$`);
/** "B if a." with a main clause before it that ends nothing else. */
const CLAUSE_LAST = /^([^,]+?),? (if|when|whenever|because|although|unless) ([^,]+)\.$/;
/** "In 393, a." and "A in 393." */
const YEAR_FIRST = /^(In \d{3,4}),? ([^,]+)\.$/;
const YEAR_LAST = /^([^,]+) (in \d{3,4})\.$/;
/** What a moved phrase would be read with, or away from. */
const OTHER_CLAUSE =
  /\b(?:who|whom|whose|which|that|when|where|while|because|although|if|unless|until|before|after|since|and|but|or|than|as|whether|so|for|to \w+ (?:it|them|him|her))\b/;
const OPENS_WITH_PRONOUN = /^(?:it|he|she|they|this|that|these|those|his|her|its|their|then|so)\b/i;
/** What the clause would be read with when it comes last. */
const JOINED = /\b(?:and|or|if|when|whenever|unless|until|till|while|that|as long as)\b/;
/** "a creature" in the clause is "the creature" in what follows it. */
const INTRODUCED = /\b(?:an?|one|another|any) (?:[a-z-]+ )?([a-z]+)/g;
const REFERS_BACK = /\b(?:it|he|she|they|him|her|them|his|its|their|itself|himself|herself|themselves)\b/i;

/** Moves a clause or a year to the other end of its sentence. */
export const clauseOrder: RewordingRule = {
  name: 'clause-order',
  reword(sentence) {
    const first = CLAUSE_FIRST.exec(sentence);
    if (first) {
      const [, conjunction = '', clause = '', main = ''] = first;
      if (/\bdo so\b/.test(clause) || introducesForMain(clause, main)) return null;
      if (REFERS_BACK.test(main) || OPENS_WITH_PRONOUN.test(main) || JOINED.test(main)) return null;
      return `${upperOpening(main)} ${conjunction.toLowerCase()} ${clause}.`;
    }
    const year = YEAR_FIRST.exec(sentence);
    if (year) {
      const [, when = '', rest = ''] = year;
      return OTHER_CLAUSE.test(rest) ? null : `${upperOpening(rest)} ${lowerOpening(when)}.`;
    }
    const yearLast = YEAR_LAST.exec(sentence);
    if (yearLast) {
      const [, rest = '', when = ''] = yearLast;
      const movable = isMovable(rest) && !OTHER_CLAUSE.test(rest) && !/\b(?:[Ii]n|[Ff]rom|between) \d/.test(rest);
      return movable ? `${upperOpening(when)}, ${lowerOpening(rest)}.` : null;
    }
    const last = CLAUSE_LAST.exec(sentence);
    if (!last) return null;
    const [, main = '', conjunction = '', clause = ''] = last;
    if (OTHER_CLAUSE.test(main) || OTHER_CLAUSE.test(clause) || REFERS_BACK.test(clause) || !isMovable(main))
      return null;
    // "if" after a verb of asking, "known when", "even if", "only when" belong to what stands before them.
    if (
      /\b(?:even|only|except|especially|particularly|know|knows|ask|asks|see|say|says|not|just|never|without|choose|decide)$/.test(
        main,
      )
    )
      return null;
    return `${upperOpening(conjunction)} ${clause}, ${lowerOpening(main)}.`;
  },
};

function introducesForMain(clause: string, main: string): boolean {
  return [...clause.matchAll(INTRODUCED)].some(([, noun = '']) =>
    new RegExp(`\\b[Tt]he (?:\\w+ )?${noun}\\b`).test(main),
  );
}
