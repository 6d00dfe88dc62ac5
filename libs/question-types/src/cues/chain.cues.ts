import { cue, pooled, type Cue } from '../cue.js';
import type { Message } from '../message.js';
import { ROLE_NOUNS } from '../role-nouns.js';

const W = "[\\w'-]+";
/** "… that is now the inn" says the same of one thing under two names: nothing has to be found out first. */
const IDENTITY = ' (?:is|are|was|were) (?:now|today|also|called|known|named|still)\\b';
const NOT_IDENTITY = `(?!${IDENTITY})`;
const PAST_FORMS =
  '(?!(?:need|red|bed|feed|seed|speed|indeed|shed|breed|weed|reed|deed|bleed|hundred)\\b)\\w{2,}ed|built|made|wrote|written|held|kept|ran|led|sold|bought|won|drew|drawn|cut|taught|gave|given|took|taken|sang|sung|bred|found|began|begun|shot|born|lost|beat|fell|fallen|became|sank|sunk|slew|slain|brought|left|met|paid|grew|grown|came|went|threw|stole|broke|broken|caught|spent|stood|lay|said|told|thought|knew|known|wore|drove|driven|rode|flew|swam|hid|hidden|spoke|chose|chosen|struck|burnt|learnt|dug|hung|lent|sent|spun|swore|wove';
const MADE_BY =
  '(?:\\w+ed|built|made|written|held|kept|run|led|sold|bought|won|drawn|cut|taught|given|taken|sung|bred|found|begun|shot|born|set|put|laid)';
const PAST =
  '(?:\\w+ed|won|made|built|wrote|led|sold|bought|found|taught|gave|took|ran|held|kept|lost|beat|fell|became|began|shot|sank|slew|bred|drew|sang|brought|left|met|paid|set|hosts?|owns?|runs?|makes?|supplies|guards?|flies|carries|leads?|sells?|teaches|handles|uses?|serves?)';

/** Words that speak of a deed in the past, as far as their form tells. */
const DEED = new RegExp(`\\b(?:${PAST_FORMS})\\b`, 'g');
const AUXILIARY = /\b(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would|must|may|should)\b/g;

/** Whether a question holds a clause besides its own: an auxiliary and one verb are one clause. */
function hasTwoClauses({ ask }: Message): boolean {
  const deeds = ask.match(DEED)?.length ?? 0;
  const auxiliaries = ask.match(AUXILIARY)?.length ?? 0;
  return deeds + auxiliaries - Math.min(deeds, auxiliaries, 1) >= 2;
}

const SINGLE_CUES: readonly Cue[] = [
  cue(
    'described-who',
    'describes someone instead of naming them',
    new RegExp(
      `\\b(?:the|an?|that|whichever|someone|somebody|person|man|woman|one|company|team) (?:${W} ){0,4}?(?:who|whom)${NOT_IDENTITY}\\b`,
    ),
  ),
  cue('two-names', 'says the same of one thing under two names', new RegExp(`\\b(?:that|which|who)${IDENTITY}`)),
  cue(
    'described-that',
    'describes something instead of naming it',
    new RegExp(`\\b(?:the|an?) (?:${W} ){1,4}?(?:that|which|where)${NOT_IDENTITY} (?!i\\b|we\\b|you\\b)`),
  ),
  cue(
    'described-whose',
    'describes something by what belongs to it',
    /(?<!^)\b(?:whose|of which|after which|after whom|in which|on which|under which|with which|by whom|for whom)\b/,
    'ask',
  ),
  cue(
    'described-by-deed',
    'names something by who did it',
    new RegExp(`\\b(?:the|an?) (?:${W} ){1,4}?${MADE_BY} (?:by|after|in|to|under|from|for|on)\\b`),
  ),
  cue(
    'described-by-clause',
    'names something by what somebody did',
    new RegExp(`\\b(?:the|an?) (?:${W} ){0,2}?[a-z-]+ (?:${W} ){1,3}?(?:is|was|were|are|has|had)?\\s?${PAST}\\b`),
  ),
  cue(
    'role-of',
    'names somebody by a role',
    new RegExp(`\\bthe (?:[\\w-]+ ){0,2}(?:${ROLE_NOUNS})s? (?:of|to|behind)\\b`),
  ),
  cue(
    'role-of-description',
    'names somebody by a role towards somebody described',
    new RegExp(
      `\\bthe (?:[\\w-]+ ){0,2}(?:${ROLE_NOUNS})s? (?:of|to|behind) (?:the|an?|his|her|their|its|[\\w']+'s)\\b`,
    ),
  ),
  cue(
    'whose-role',
    'names somebody by whose they are',
    new RegExp(`\\b[\\w-]+(?:'s|s')s? (?:[\\w-]+ ){0,2}(?:${ROLE_NOUNS})s?\\b`),
  ),
  cue('role-noun', 'names a role', new RegExp(`\\b(?:${ROLE_NOUNS})s?\\b`)),
  cue(
    'possessive-chain',
    'a possessive of a possessive',
    new RegExp(`\\b[\\w-]+(?:'s|s')s? (?:[\\w-]+ ){1,3}?[\\w-]+(?:'s|s')(?= \\w)`),
  ),
  cue(
    'possessive',
    'a possessive',
    /\w(?:'s|s') (?!(?:the|an?|my|it|this|that|in|on|going|up|wrong|your|their)\b)\w/,
    'ask',
  ),
  cue(
    'of-chain',
    'a description inside a description',
    new RegExp(`\\bof (?:the |an? )?(?:${W} ){1,4}?(?:of|behind|that|who|which|whose|by|in|on|under)\\b`),
  ),
  cue('nested-the', 'speaks of three things or more by description', /\bthe\b.*\bthe\b.*\bthe\b/),
  cue('two-the', 'speaks of two things by description', /\bthe\b.*\bthe\b/),
  cue(
    'two-verbs',
    'has a clause inside a clause',
    new RegExp(
      `^(?:who|what|which|where|when|how|in|at|on)\\b.*\\b(?:is|are|was|were|does|do|did|has|have|had|can)\\b.*\\b(?:the|an?|[\\w-]+'s) (?:${W} ){1,5}?(?:that|who|which|whose|where|${PAST})\\b`,
    ),
    'ask',
  ),
  cue(
    'subject-verb-that',
    'asks about one who did something to what is described',
    new RegExp(
      `^(?:who|which ${W}|what ${W}|whose ${W})\\s(?:${PAST}|\\w+s)\\b.*\\b(?:the|an?) (?:${W} ){1,4}?(?:that|who|which|whose|of|by|in|${PAST})\\b`,
    ),
    'ask',
  ),
  cue(
    'ends-with-verb',
    'ends with what somebody did',
    new RegExp(
      `\\b(?:the|an?) (?:${W} ){0,3}?[a-z-]+ (?:the |an? )?(?:${W} ){1,4}?(?:${PAST}|comes? from|depends on|is based on|belongs to|orbits?|lands?)(?: (?:in|on|at|to|from|for|by|with|under|up))?\\W*$`,
    ),
    'ask',
  ),
  cue(
    'place-of-origin',
    'asks where somebody or something comes from',
    /\b(?:born|birthplace|birth place|hometown|home town|die[ds]?|buried|grew up|grow up|come from|comes from|from originally|nationality|attend(?:ed)?|graduate|studied|study|alma mater|capital|currency|headquarter(?:s|ed)|based|located)\b/,
  ),
  cue(
    'clause-without-pronoun',
    'describes something by what another does to it',
    /\b(?:the|an?|which|what) (?:[\w'-]+ ){0,2}?(?!(?:of|in|on|at|to|for|by|with|from|and|or|as|than|but|that|do|does|did|is|are|was|were|has|have|had|can|will|would|should|must|may|if|when|where|how|what|which|who|all|both|not|only|about|into|over|after|before|under|through|during|between|like|per|via|without|behind|against|within|inside|near|outside|around|across|until|while|because|so|me|us|you|it|get|give|use|take|see|make|put|know|need|want|add|set)\b)[a-z-]{3,} (?:the|an?|our|my|his|her|their|its|your|i|we|they|[\w-]+'s) (?:[\w'-]+ )*[\w'-]+/,
    'ask',
  ),
  cue(
    'ends-with-preposition',
    'ends with a preposition',
    /\b(?:on|in|at|to|from|for|by|with|under|after|of|through|over|about)\W*$/,
    'ask',
  ),
  cue('says-one', 'says "the one"', /\bthe ones?\b/),
  {
    name: 'two-clauses',
    reason: 'has a clause besides its own',
    speaksIn: hasTwoClauses,
  },
  cue(
    'identity-of-role',
    'asks who holds a role',
    new RegExp(
      `^(?:who|what)(?:'s| is| was| are| were)? (?:the (?:name of the )?(?:[\\w-]+ ){0,2}(?:${ROLE_NOUNS})s? (?:of|to) (?:the )?(?!.*\\b(?:of|that|who|which)\\b)(?:[\\w-]+ ?){1,3}|(?:[\\w-]+ ){0,2}[\\w-]+(?:'s|s') (?:[\\w-]+ )?[\\w-]+)\\W*$`,
    ),
    'ask',
  ),
  cue(
    'statement-then-question',
    'says something first and asks about what it describes',
    /^(?!.*\b(?:i|me|my|we|us|our|i'm|i've)\b)[^.?!]{12,}[.:] [^?]*\?/,
  ),
  cue(
    'points-back',
    'points back to what was said first',
    /[.:–—;] [^?]*\b(?:that|this|those|these|there|he|she|it|they|him|her|his|its|their)\b[^?]*\?/,
  ),
  cue(
    'named-after',
    'names something by what it is named after',
    /\b(?:named (?:after|for)|in charge of|responsible for|married (?:to)?|next to|opposite|replaced|succeeded|preceded|taken over|took over|led by|descended from)\b/,
  ),
  cue(
    'preposition-the-role',
    'asks about what belongs to one described',
    /\b(?:of|by|for|to|from|with|at|in|on) the (?:[\w-]+ ){1,4}(?:of|behind|who|that|which|where|whose)\b/,
  ),
  cue(
    'capability-of-described',
    'asks whether one with several properties may do something',
    /^(?:can|could|may|must|does|do|will|is|are)\b.*\b(?:with|who|that|which|carrying|wearing|holding|being|having|as an?)\b.*\b(?:in|on|during|after|before|if|when)\b/,
    'ask',
  ),
];

/** Those that tell the kind by themselves: what one of them is worth is learnt from all of them. */
const TELLING = `
  described-who described-that described-whose described-by-deed whose-role role-of-description possessive-chain named-after two-clauses of-chain clause-without-pronoun`;

/** Something that is named only through something else, which has to be found out first. */
export const CHAIN_CUES: readonly Cue[] = [
  ...SINGLE_CUES,
  pooled('any-chain', 'describes what it does not name', SINGLE_CUES, TELLING),
];
