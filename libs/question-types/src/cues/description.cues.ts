import { cue, type Cue, tellingCue } from '../cue.js';
import type { Message } from '../message.js';
import { anyOf, pattern, WORD } from '../pattern.js';

/** "… that is now the inn" says the same of one thing under two names: nothing has to be found out first. */
const IDENTITY = ' (?:is|are|was|were) (?:now|today|also|called|known|named|still)\\b';
const NOT_IDENTITY = `(?!${IDENTITY})`;
const MADE_BY = anyOf(`
  \\w+ed built made written held kept run led sold bought won drawn cut taught given taken sung bred found
  begun shot born set put laid`);
const PAST = anyOf(`
  \\w+ed won made built wrote led sold bought found taught gave took ran held kept lost beat fell became began
  shot sank slew bred drew sang brought left met paid set hosts? owns? runs? makes? supplies guards? flies
  carries leads? sells? teaches handles uses? serves?`);

/** Words that end like a past participle and are none. */
const NOT_PAST = anyOf('need red bed feed seed speed indeed shed breed weed reed deed bleed hundred');
const IRREGULAR_PAST = anyOf(`
  built made wrote written held kept ran led sold bought won drew drawn cut taught gave given took taken sang
  sung bred found began begun shot born lost beat fell fallen became sank sunk slew slain brought left met paid
  grew grown came went threw stole broke broken caught spent stood lay said told thought knew known wore drove
  driven rode flew swam hid hidden spoke chose chosen struck burnt learnt dug hung lent sent spun swore wove`);
/** Words that speak of a deed in the past, as far as their form tells. */
const DEED = new RegExp(`\\b(?:(?!${NOT_PAST}\\b)\\w{2,}ed|${IRREGULAR_PAST})\\b`, 'g');
const AUXILIARY = /\b(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would|must|may|should)\b/g;

/** Persons and things that are described by an action, theirs or another's, instead of being named. */
export const DESCRIPTION_CUES: readonly Cue[] = [
  tellingCue(
    'described-who',
    'describes someone instead of naming them',
    pattern`
      \b(?:the|an?|that|whichever|someone|somebody|person|man|woman|one|company|team) (?:${WORD} ){0,4}?(?:who|
      whom)${NOT_IDENTITY}\b`,
  ),
  cue('two-names', 'says the same of one thing under two names', pattern`\b(?:that|which|who)${IDENTITY}`),
  tellingCue(
    'described-that',
    'describes something instead of naming it',
    pattern`\b(?:the|an?) (?:${WORD} ){1,4}?(?:that|which|where)${NOT_IDENTITY} (?!i\b|we\b|you\b)`,
  ),
  tellingCue(
    'described-whose',
    'describes something by what belongs to it',
    pattern`(?<!^)\b(?:whose|of which|after which|after whom|in which|on which|under which|with which|by whom|for whom)\b`,
    'ask',
  ),
  tellingCue(
    'described-by-deed',
    'names something by who did it',
    pattern`\b(?:the|an?) (?:${WORD} ){1,4}?${MADE_BY} (?:by|after|in|to|under|from|for|on)\b`,
  ),
  cue(
    'described-by-clause',
    'names something by what somebody did',
    pattern`\b(?:the|an?) (?:${WORD} ){0,2}?[a-z-]+ (?:${WORD} ){1,3}?(?:is|was|were|are|has|had)?\s?${PAST}\b`,
  ),
  cue(
    'two-verbs',
    'has a clause inside a clause',
    pattern`
      ^(?:who|what|which|where|when|how|in|at|on)\b.*\b(?:is|are|was|were|does|do|did|has|have|had|can)\b.*\b(?:the|
      an?|[\w-]+'s) (?:${WORD} ){1,5}?(?:that|who|which|whose|where|${PAST})\b`,
    'ask',
  ),
  cue(
    'subject-verb-that',
    'asks about one who did something to what is described',
    pattern`
      ^(?:who|which ${WORD}|what ${WORD}|whose ${WORD})\s(?:${PAST}|\w+s)\b.*\b(?:the|an?) (?:${WORD} ){1,4}?(?:that|who|which|
      whose|of|by|in|${PAST})\b`,
    'ask',
  ),
  cue(
    'ends-with-verb',
    'ends with what somebody did',
    pattern`
      \b(?:the|an?) (?:${WORD} ){0,3}?[a-z-]+ (?:the |an? )?(?:${WORD} ){1,4}?(?:${PAST}|comes? from|depends on|is based on|
      belongs to|orbits?|lands?)(?: (?:in|on|at|to|from|for|by|with|under|up))?\W*$`,
    'ask',
  ),
  tellingCue(
    'clause-without-pronoun',
    'describes something by what another does to it',
    pattern`
      \b(?:the|an?|which|what) (?:[\w'-]+ ){0,2}?(?!(?:of|in|on|at|to|for|by|with|from|and|or|as|than|but|that|do|
      does|did|is|are|was|were|has|have|had|can|will|would|should|must|may|if|when|where|how|what|which|who|all|both|
      not|only|about|into|over|after|before|under|through|during|between|like|per|via|without|behind|against|within|
      inside|near|outside|around|across|until|while|because|so|me|us|you|it|get|give|use|take|see|make|put|know|need|
      want|add|set)\b)[a-z-]{3,} (?:the|an?|our|my|his|her|their|its|your|i|we|they|[\w-]+'s) (?:[\w'-]+ )*[\w'-]+`,
    'ask',
  ),
  cue(
    'ends-with-preposition',
    'ends with a preposition',
    /\b(?:on|in|at|to|from|for|by|with|under|after|of|through|over|about)\W*$/,
    'ask',
  ),
  {
    name: 'two-clauses',
    telling: true,
    reason: 'has a clause besides its own',
    speaksIn: hasTwoClauses,
  },
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
    'capability-of-described',
    'asks whether one with several properties may do something',
    pattern`
      ^(?:can|could|may|must|does|do|will|is|are)\b.*\b(?:with|who|that|which|carrying|wearing|holding|being|having|
      as an?)\b.*\b(?:in|on|during|after|before|if|when)\b`,
    'ask',
  ),
];

/** Whether a question holds a clause besides its own: an auxiliary and one verb are one clause. */
function hasTwoClauses({ ask }: Message): boolean {
  const deeds = ask.match(DEED)?.length ?? 0;
  const auxiliaries = ask.match(AUXILIARY)?.length ?? 0;
  return deeds + auxiliaries - Math.min(deeds, auxiliaries, 1) >= 2;
}
