import { lowerOpening, upperOpening } from '../words.js';
import type { RewordingRule } from './rewording-rule.js';

const EQUATION = /^(\p{Lu}[\p{L}'’]+(?: \p{Lu}[\p{L}'’]+){0,3}) (is|was) (the [^,]+)\.$/u;
const INTRICATE = /\b(?:who|which|that|and|or|but|not|when|where|only|for|than|to)\b/;

/** "A is the B of C." and "The B of C is A." */
export const equation: RewordingRule = {
  name: 'equation',
  reword(sentence) {
    const found = EQUATION.exec(sentence);
    if (!found) return null;
    const [, name = '', copula = '', described = ''] = found;
    return INTRICATE.test(described) ? null : `${upperOpening(described)} ${copula} ${lowerOpening(name)}.`;
  },
};
