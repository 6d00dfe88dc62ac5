import type { RandomSource } from '@arbiter/evaluation';
import {
  PARTICIPLE_PATTERN,
  PAST_PATTERN,
  THIRD_PATTERN,
  verbByParticiple,
  verbByPast,
  verbByThird,
} from '../verbs.js';
import { isMovable, lowerOpening, upperOpening } from '../words.js';

/** A way to say the same in other words. */
export interface RewordingRule {
  readonly name: string;
  /** @returns null where it does not apply */
  reword(sentence: string, random: RandomSource): string | null;
}

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

const EQUATION = /^(\p{Lu}[\p{L}'’]+(?: \p{Lu}[\p{L}'’]+){0,3}) (is|was) (the [^,]+)\.$/u;
const OF_PARTS = /\b(?:who|which|that|and|or|but|not|when|where|only|for|than|to)\b/;

/** "A is the B of C." and "The B of C is A." */
export const equation: RewordingRule = {
  name: 'equation',
  reword(sentence) {
    const found = EQUATION.exec(sentence);
    if (!found) return null;
    const [, name = '', copula = '', described = ''] = found;
    return OF_PARTS.test(described) ? null : `${upperOpening(described)} ${copula} ${lowerOpening(name)}.`;
  },
};

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

const ROLES =
  'captain|master|mistress|owner|keeper|daughter|son|brother|sister|wife|husband|mother|father|warden|clerk|judge|engineer|head|leader|ruler|capital|founder|author|guildmaster|harbourmaster|landlady|landlord|apprentice|granddaughter|grandson|niece|nephew|heir|king|queen|mayor|governor|chief|president|director|population|captains|members|gates|walls|roof|name';
const OWNER = '\\p{Lu}[\\p{L}]+(?: \\p{Lu}[\\p{L}]+){0,2}';
const OF = new RegExp(
  `\\b([Tt])he (${ROLES}) of ((?:the )?${OWNER})(?=[.,]| (?:is|was|has|in|on|at|from|since|with|when|for|until)\\b)`,
  'u',
);

/** "the captain of the Watch" and "the Watch's captain". */
export const genitive: RewordingRule = {
  name: 'genitive',
  reword(sentence) {
    const found = OF.exec(sentence);
    if (!found) return null;
    const [whole, letter = '', role = '', owner = ''] = found;
    // "the captain of Y, and Z", "the captain of Y, a town": what follows may belong to the owner.
    const after = sentence.slice(found.index + whole.length);
    if (/^,? (?:and|or|an?|the|one|who|whose|which|where)\b/.test(after)) return null;
    const first = letter === 'T' ? owner.charAt(0).toUpperCase() + owner.slice(1) : owner;
    return `${sentence.slice(0, found.index)}${first}${owner.endsWith('s') ? '’' : '’s'} ${role}${after}`;
  },
};

const OPENING_NAME = "(?:The )?\\p{Lu}[\\p{L}'’]+ (?:of (?:the )?)?\\p{Lu}[\\p{L}'’]+(?: \\p{Lu}[\\p{L}'’]+)?";
const STATEMENT = new RegExp(`^(${OPENING_NAME}) ((?:once )?(${THIRD_PATTERN}|${PAST_PATTERN}|has|had) .+)\\.$`, 'u');
const PRESENT_FORM = new RegExp(`^(?:${THIRD_PATTERN}|has)$`);

/** "A keeps B." and "It is A that keeps B." */
export const cleft: RewordingRule = {
  name: 'cleft',
  reword(sentence) {
    const found = STATEMENT.exec(sentence);
    if (!found) return null;
    const [, name = '', statement = '', verb = ''] = found;
    return `It ${PRESENT_FORM.test(verb) ? 'is' : 'was'} ${lowerOpening(name)} that ${statement}.`;
  },
};
