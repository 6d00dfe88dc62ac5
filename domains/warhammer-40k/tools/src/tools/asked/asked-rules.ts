import { rangeMeant } from './asked-list.js';
import { after, cutAt, sentenceOf, withoutArticle, withoutEnds } from './phrases.js';

/** Longer ones are no question about one rule. */
const MAX_WORDS = 25;

const MAY = [/^(?:can|could|may|do|does|will) (?:all |any )?(?:(?:of )?(?:my|our|your|the|an?) )?/i];
const ABLE = [/^(?:is|are) (?:all |any )?(?:(?:of )?(?:my|our|your|the|an?) )?/i];
const POSSIBLE = [/^is it (?:possible|allowed|legal) (?:for|that) (?:my|our|your|the|an?)? ?/i];

/** A unit and its action, not yet separated: "Terminators deep strike on turn 1"; null if a question asks something else. */
export function askedAbility(question: string): { readonly said: string } | null {
  const sentence = sentenceOf(question) ?? '';
  const said = after(sentence, MAY)?.replace(' be able to ', ' ') ?? ableIn(sentence);
  const words = said?.split(' ').length ?? 0;
  // A colon introduces a list.
  return said === undefined || words < 2 || words > MAX_WORDS || said.includes(':') ? null : { said };
}

/** "Are Terminators able to deep strike", "Is it possible for Terminators to deep strike" */
function ableIn(sentence: string): string | undefined {
  const possible = after(sentence, POSSIBLE);
  const cut =
    possible === undefined
      ? cutAt(after(sentence, ABLE) ?? '', ['able to', 'allowed to'])
      : cutAt(possible, ['to', 'can', 'may']);
  return cut && `${cut.before} ${cut.after}`;
}

const WHAT_RULE = [
  /^(?:what|which) (?:is|are) (?:the )?/i,
  /^what (?:does|do) (?:the )?/i,
  /^how (?:does|do) (?:the )?/i,
  /^about (?:the )?/i,
];
/** Openings that need no word for a rule: "Explain deep strike", "What is Deep Strike". One word alone may mean anything. */
const EXPLAINED = [/^explain (?:to me )?(?:what )?(?:the )?/i, /^what(?:['’]s| is) (?!the |an? )/i];
const MAX_EXPLAINED = 4;
/** Words before the name of a rule that are no part of it. */
const KINDS = [/^(?:universal|core|general|basic|special) (?:special )?/i];
const IN_GAME = ['in this game', 'in the game', 'in this edition', 'to me'];
const ENDS = ['rule', 'rules', 'ability', 'abilities', 'keyword'];
const DO = ['do', 'say', 'mean', 'work'];

/** The rule that a question asks for by its name; null where it asks something else. */
export function askedRule(question: string): { readonly rule: string } | null {
  const sentence = sentenceOf(question) ?? '';
  const asked = after(sentence, EXPLAINED);
  const explained = asked && withoutEnds(asked, IN_GAME);
  const words = explained?.split(' ').length ?? 0;
  const isExplained = explained !== undefined && words > 1 && words <= MAX_EXPLAINED;
  const said = isExplained ? explained : after(sentence, WHAT_RULE);
  if (said === undefined) return null;
  const named = withoutEnds(said, IN_GAME);
  const called = withoutEnds(named, DO);
  const rule = withoutEnds(called, ENDS);
  // Something has to say that a rule is meant: the word, or that it does something.
  if ((!isExplained && rule === called && called === named) || rule.split(' ').length > MAX_NAME) return null;
  return { rule: withoutArticle(after(rule, KINDS) ?? rule) };
}

/** Words of the longest published names of rules. */
const MAX_NAME = 6;

const UNITS = ['units', 'unit', 'models'];
/** "the best shooting units": what is before "units" says what they are best at. */
const BEST = [
  /^(?:(?:what|which|who)(?:['’]s| is| are) |(?:list|name|show me|give me) )?(?:the )?(?:best|strongest|deadliest|top|most powerful|hardest hitting) /i,
];
const HAVING_MOST =
  /^(?:have|has|with|do|does|deal|deals|bring|offer|put out) (?:the |an? )?(?:high|highest|most|best|strong|strongest|good|great|greatest|lots? of|much|plenty of) /i;
/** "firepower output", "melee damage output" */
const MAX_QUALITY = 3;

/** Weapons and faction of a question for the strongest units; null if a question asks something else. */
export function askedRanking(
  question: string,
): { readonly range: 'ranged' | 'melee'; readonly faction?: string } | null {
  const sentence = sentenceOf(question) ?? '';
  const best = after(sentence, BEST);
  if (best !== undefined) return bestOf(best);
  const cut = cutAt(after(sentence, [/^(?:what|which) /i]) ?? '', UNITS);
  const having = cut && after(cut.after, [HAVING_MOST]);
  if (having === undefined) return null;
  const of = cutAt(having, IN_FACTION);
  const quality = (of?.before ?? having).split(' ');
  const place = rangeMeant(of?.after ?? '');
  const range = quality.map(rangeMeant).find((one) => one !== undefined) ?? place;
  if (range === undefined || quality.length > MAX_QUALITY) return null;
  return ranking(range, (place === undefined ? of?.after : undefined) ?? cut?.before ?? '');
}

const IN_FACTION = ['in', 'of', 'for', 'among'];

/** "Necron shooting units", "melee units of the Space Wolves" */
function bestOf(said: string): ReturnType<typeof ranking> | null {
  const cut = cutAt(said, UNITS);
  const words = cut?.before.split(' ') ?? [];
  const range = rangeMeant(words.at(-1) ?? '');
  if (!cut || range === undefined) return null;
  return ranking(range, cutAt(` ${cut.after}`, IN_FACTION)?.after ?? words.slice(0, -1).join(' '));
}

function ranking(range: 'ranged' | 'melee', of: string): { readonly range: 'ranged' | 'melee'; faction?: string } {
  const faction = withoutArticle(of).replace(/ (?:army|list)$/i, '');
  return { range, ...(faction !== '' && { faction }) };
}
