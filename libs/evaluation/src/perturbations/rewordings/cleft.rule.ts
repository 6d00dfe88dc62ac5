import { PAST_PATTERN, THIRD_PATTERN } from '../verbs.js';
import { lowerOpening } from '../words.js';
import type { RewordingRule } from './rewording-rule.js';

const NAME = "(?:The )?\\p{Lu}[\\p{L}'’]+ (?:of (?:the )?)?\\p{Lu}[\\p{L}'’]+(?: \\p{Lu}[\\p{L}'’]+)?";
const STATEMENT = new RegExp(`^(${NAME}) ((?:once )?(${THIRD_PATTERN}|${PAST_PATTERN}|has|had) .+)\\.$`, 'u');
const PRESENT = new RegExp(`^(?:${THIRD_PATTERN}|has)$`);

/** "A keeps B." and "It is A that keeps B." */
export const cleft: RewordingRule = {
  name: 'cleft',
  reword(sentence) {
    const found = STATEMENT.exec(sentence);
    if (!found) return null;
    const [, name = '', statement = '', verb = ''] = found;
    return `It ${PRESENT.test(verb) ? 'is' : 'was'} ${lowerOpening(name)} that ${statement}.`;
  },
};
