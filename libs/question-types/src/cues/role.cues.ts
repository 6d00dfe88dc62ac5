import { cue, tellingCue, type Cue } from '../cue.js';
import { pattern, WORD } from '../pattern.js';
import { ROLE_NOUNS } from '../role-nouns.js';

/** Persons and things that are named by a role, or by whose they are. */
export const ROLE_CUES: readonly Cue[] = [
  cue('role-of', 'names somebody by a role', pattern`\bthe (?:[\w-]+ ){0,2}(?:${ROLE_NOUNS})s? (?:of|to|behind)\b`),
  tellingCue(
    'role-of-description',
    'names somebody by a role towards somebody described',
    pattern`\bthe (?:[\w-]+ ){0,2}(?:${ROLE_NOUNS})s? (?:of|to|behind) (?:the|an?|his|her|their|its|[\w']+'s)\b`,
  ),
  tellingCue(
    'whose-role',
    'names somebody by whose they are',
    pattern`\b[\w-]+(?:'s|s')s? (?:[\w-]+ ){0,2}(?:${ROLE_NOUNS})s?\b`,
  ),
  cue('role-noun', 'names a role', pattern`\b(?:${ROLE_NOUNS})s?\b`),
  tellingCue(
    'possessive-chain',
    'a possessive of a possessive',
    pattern`\b[\w-]+(?:'s|s')s? (?:[\w-]+ ){1,3}?[\w-]+(?:'s|s')(?= \w)`,
  ),
  cue(
    'possessive',
    'a possessive',
    /\w(?:'s|s') (?!(?:the|an?|my|it|this|that|in|on|going|up|wrong|your|their)\b)\w/,
    'ask',
  ),
  tellingCue(
    'of-chain',
    'a description inside a description',
    pattern`\bof (?:the |an? )?(?:${WORD} ){1,4}?(?:of|behind|that|who|which|whose|by|in|on|under)\b`,
  ),
  cue(
    'identity-of-role',
    'asks who holds a role',
    pattern`
      ^(?:who|what)(?:'s| is| was| are| were)? (?:the (?:name of the )?(?:[\w-]+ ){0,2}(?:${ROLE_NOUNS})s? (?:of|
      to) (?:the )?(?!.*\b(?:of|that|who|which)\b)[\w-]+(?: [\w-]+){0,2}|
      (?:[\w-]+ ){0,2}[\w-]+(?:'s|s') (?:[\w-]+ )?[\w-]+)(?:[^\w-]\W*)?$`,
    'ask',
  ),
  cue(
    'place-of-origin',
    'asks where somebody or something comes from',
    pattern`
      \b(?:born|birthplace|birth place|hometown|home town|die[ds]?|buried|grew up|grow up|come from|comes from|
      from originally|nationality|attend(?:ed)?|graduate|studied|study|alma mater|capital|currency|
      headquarter(?:s|ed)|based|located)\b`,
  ),
  tellingCue(
    'named-after',
    'names something by what it is named after',
    pattern`
      \b(?:named (?:after|for)|in charge of|responsible for|married (?:to)?|next to|opposite|replaced|succeeded|
      preceded|taken over|took over|led by|descended from)\b`,
  ),
  cue(
    'preposition-the-role',
    'asks about what belongs to one described',
    pattern`\b(?:of|by|for|to|from|with|at|in|on) the (?:[\w-]+ ){1,4}(?:of|behind|who|that|which|where|whose)\b`,
  ),
  cue('nested-the', 'speaks of three things or more by description', /\bthe\b.*\bthe\b.*\bthe\b/),
  cue('two-the', 'speaks of two things by description', /\bthe\b.*\bthe\b/),
  cue('says-one', 'says "the one"', /\bthe ones?\b/),
];
