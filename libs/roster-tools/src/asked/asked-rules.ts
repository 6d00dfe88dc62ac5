import { rangeMeant } from './asked-list.js';
import { after, cutAt, sentenceOf, withoutArticle, withoutEnds } from './phrases.js';

/** Longer ones are no question about one rule. */
const MAX_WORDS = 25;

const MAY = [/^(?:can|could|may|do|does|will) (?:all |any )?(?:(?:of )?(?:my|our|your|the|an?) )?/i];

/** A unit and what it is to do, not yet told apart: "Terminators deep strike on turn 1"; null where a question asks something else. */
export function askedAbility(question: string): { readonly said: string } | null {
  const said = after(sentenceOf(question) ?? '', MAY);
  const words = said?.split(' ').length ?? 0;
  return said === undefined || words < 2 || words > MAX_WORDS ? null : { said };
}

const WHAT_RULE = [
  /^(?:what|which) (?:is|are) (?:the )?/i,
  /^what (?:does|do) (?:the )?/i,
  /^how (?:does|do) (?:the )?/i,
];
/** Words before the name of a rule that are no part of it. */
const KINDS = [/^(?:universal|core|general|basic|special) (?:special )?/i];
const IN_GAME = ['in this game', 'in the game', 'in this edition'];
const ENDS = ['rule', 'rules', 'ability', 'abilities', 'keyword'];
const DO = ['do', 'say', 'mean', 'work'];

/** The rule that a question asks for by its name; null where it asks something else. */
export function askedRule(question: string): { readonly rule: string } | null {
  const sentence = sentenceOf(question) ?? '';
  const said = after(sentence, WHAT_RULE);
  if (said === undefined) return null;
  const named = withoutEnds(said, IN_GAME);
  const called = withoutEnds(named, DO);
  const rule = withoutEnds(called, ENDS);
  // Something has to say that a rule is meant: the word, or that it does something.
  if ((rule === called && called === named) || rule.split(' ').length > MAX_NAME) return null;
  return { rule: withoutArticle(after(rule, KINDS) ?? rule) };
}

/** Words of the longest published names of rules. */
const MAX_NAME = 6;

const UNITS = ['units', 'unit', 'models'];
const HAVING_MOST =
  /^(?:have|has|with|do|does|deal|bring|offer) (?:the |an? )?(?:high|highest|most|best|strong|strongest|good|great|greatest|lots? of|much|plenty of) /i;
/** "firepower output", "melee damage output" */
const MAX_QUALITY = 3;

/** What weapons the strongest units are asked for, and of which faction; null where a question asks something else. */
export function askedRanking(
  question: string,
): { readonly range: 'ranged' | 'melee'; readonly faction?: string } | null {
  const cut = cutAt(after(sentenceOf(question) ?? '', [/^(?:what|which) /i]) ?? '', UNITS);
  const having = cut && after(cut.after, [HAVING_MOST]);
  if (having === undefined) return null;
  const of = cutAt(having, ['in', 'of', 'for', 'among']);
  const quality = (of?.before ?? having).split(' ');
  const range = quality.map(rangeMeant).find((one) => one !== undefined);
  if (range === undefined || quality.length > MAX_QUALITY) return null;
  const faction = withoutArticle(of?.after ?? cut?.before ?? '').replace(/ (?:army|list)$/i, '');
  return { range, ...(faction !== '' && { faction }) };
}
