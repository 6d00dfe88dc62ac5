import { cue, type Cue, tellingCue } from '../cue.js';
import { ACTIONS, NAMES_OF_SEVERAL, NUMBER, pattern, PLURAL } from '../pattern.js';

/** Several things, asked for by a word for all of them. */
export const LIST_CUES: readonly Cue[] = [
  tellingCue(
    'list-verb',
    'asks for a list',
    /^(?:list|enumerate|recite|itemi[sz]e|catalogue|spell out|tick off)\b/,
    'ask',
  ),
  tellingCue(
    'list-noun',
    'asks for a list',
    pattern`
      \b(?:lists?|checklist|shortlist|rundown|overview|inventory|roster|catalogue|complete set|full set|line-?up|
      enumeration)\b`,
  ),
  tellingCue(
    'name-several',
    'asks for several by name',
    pattern`
      ^(?:name|give|tell|show|get|find|state|mention|
      identify)\b(?: me| us)?(?: the| a| of| my| our)*(?: (?:all|every|each|both|full|
      ${NUMBER})\b| (?:[\w-]+ ){0,2}${PLURAL}\b)`,
    'ask',
  ),
  cue('give-me', 'asks to be given something', /^(?:give|show|get|send|hand|find|tell) (?:me|us)\b/, 'ask'),
  cue('names-of', 'asks for names', /\b(?:the )?names\b|\bby name\b|\bcalled\W*$/),
  cue(
    'all-of',
    'asks for all of a kind',
    pattern`
      \b(?:all(?! (?:right|day|night|year|over|about|along|i|that|in))|every|each|everything|everyone|everybody|
      anything|the whole|in full|complete|entire|full)\b`,
  ),
  tellingCue('all-opens', 'begins with "all"', /^(?:all|every|everything|everyone|any|both|names? of)\b/, 'ask'),
  tellingCue(
    'asks-options',
    'asks what there is to choose from',
    pattern`
      \b(?:my|our|the|what|which|any) (?:other )?(?:options|choices|possibilities|alternatives|ways)\b|
      \b(?:rundown|run-down|run down|breakdown|full picture|choose from|to choose)\b|
      \b(?:everyone|everybody|everything|all|any|anyone|anything) (?:that|who|which|the|you|i|we)\b`,
  ),
  tellingCue('who-all', 'asks for everyone', /\bwho (?:all|else)\b|\bwhat all\b|\bwhich ones\b/),
  cue('which-and', 'asks for two kinds', /^(?:which|what) [\w'-]+ (?:and|or|&) [\w'-]+/, 'ask'),
  tellingCue(
    'besides',
    'asks for others',
    pattern`\b(?:besides|apart from|other than|in addition to|aside from|what else|who else|as well as|any other)\b`,
  ),
  cue(
    'there-are',
    'asks what there is',
    pattern`
      \b(?:are there|there are|exist|do (?:we|you|they) (?:have|offer|sell|stock|support)|available|on offer|
      supported|in stock)\b`,
  ),
  cue(
    'collective',
    'asks for a kind of thing',
    pattern`
      \b(?:ingredients|members|participants|contents|components|parts|materials|equipment|tools|gear|supplies|
      examples|options|alternatives|requirements|prerequisites|symptoms|signs|causes|reasons|effects|benefits|
      features|types|kinds|sorts|varieties|species|ways|exceptions|conditions|criteria|documents|things|items|
      attractions|sights|cast|fees|rules|settings|flags|codes|duties|holidays)\b`,
  ),
  cue('mass-of-several', 'asks for things under one name', pattern`\b${NAMES_OF_SEVERAL}\b`, 'ask'),
  cue('plural-only', 'is a plural', pattern`^(?:the |all |known |other )?(?:[\w-]+ ){0,2}${PLURAL}\W*$`, 'ask'),
  cue(
    'plural-that',
    'is a plural with what tells it from others',
    pattern`
      ^(?:the |all |any |known )?(?:[\w-]+ ){0,2}?${PLURAL} (?:i|we|you|one|that|which|who|without|with|not|worth|
      near|along|still)\b`,
    'ask',
  ),
  cue(
    'plural-opens',
    'begins with things in the plural',
    pattern`
      ^(?!${ACTIONS}\b)(?:(?!what\b|which\b|how\b|who\b|where\b|when\b|does\b|is\b|has\b|was\b|it's\b|let's\b|
      that's\b)[\w'-]+ ){0,2}?(?!does\b|thanks\b|cheers\b|what's\b|who's\b|where's\b)${PLURAL} (?:of|for|in|to|on|
      that|who|with|by|from|needed|at|which|reachable|between|under|open)\b`,
    'ask',
  ),
  tellingCue(
    'kind-that',
    'begins with a kind of thing and what they have in common',
    pattern`
      ^(?:the |all |any |every )?(?:[\w'-]+ ){0,2}?${PLURAL} (?:whose|which|one|founded|forged|built|made|that|who|
      with|you|where|\w+ed)\b`,
    'ask',
  ),
];
