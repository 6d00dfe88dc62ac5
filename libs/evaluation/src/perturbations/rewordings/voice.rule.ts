import {
  PARTICIPLE_PATTERN,
  PAST_PATTERN,
  THIRD_PATTERN,
  verbByParticiple,
  verbByPast,
  verbByThird,
} from '../verbs.js';
import { lowerOpening, upperOpening } from '../words.js';
import type { RewordingRule } from './rewording-rule.js';

/** A name, or "the" with up to four words: nothing that could hold a verb of its own. */
const NAME = "(?:\\p{Lu}[\\p{L}'’]+(?: (?:of (?:the )?)?\\p{Lu}[\\p{L}'’]+){0,3})";
const SUBJECT = `(?:[Tt]he (?:[a-z-]+ ){0,2})?${NAME}|[Tt]he [a-z]+(?<!s)`;
/** One thing: an article, up to three words, perhaps "of" and a name. */
const OBJECT = `(?:(?:the|a|an) (?:[a-z-]+ ){0,2}(?:${NAME}|[a-z]+(?<!s))(?: of (?:the )?(?:${NAME}|[a-z]+))?)`;
const TAIL = '(?: (?:in|on|at|for|from|with) [^,]*)?';

const PASSIVE = new RegExp(`^(.+?) (was|is) (${PARTICIPLE_PATTERN}) by (${SUBJECT})( in \\d{3,4})?\\.$`, 'u');
const PAST = new RegExp(`^(${SUBJECT}) (${PAST_PATTERN}) (${OBJECT})(${TAIL})\\.$`, 'u');
const PRESENT = new RegExp(`^(${SUBJECT}) (${THIRD_PATTERN}) (${OBJECT})(${TAIL})\\.$`, 'u');
const INTRICATE = /,|\b(?:who|which|that|and|or|but|not|when|if|before|after|to|his|her|its|their|own)\b/;

/** Active for passive, and passive for active, where subject and object are plain. */
export const voice: RewordingRule = {
  name: 'voice',
  reword(sentence) {
    if (INTRICATE.test(sentence)) return null;
    const passive = PASSIVE.exec(sentence);
    if (passive) {
      const [, object = '', auxiliary = '', participle = '', subject = '', tail = ''] = passive;
      const verb = verbByParticiple(participle);
      if (!verb || /\b(?:is|was|are|were|has|had)\b/.test(object)) return null;
      const form = auxiliary === 'was' ? verb.past : verb.third;
      return `${upperOpening(subject)} ${form} ${lowerOpening(object)}${tail}.`;
    }
    return passiveOf(PAST.exec(sentence), 'was') ?? passiveOf(PRESENT.exec(sentence), 'is');
  },
};

function passiveOf(active: RegExpExecArray | null, auxiliary: 'was' | 'is'): string | null {
  if (!active) return null;
  const [, subject = '', form = '', object = '', tail = ''] = active;
  const verb = auxiliary === 'was' ? verbByPast(form) : verbByThird(form);
  return verb ? `${upperOpening(object)} ${auxiliary} ${verb.participle} by ${lowerOpening(subject)}${tail}.` : null;
}
