import { anyOf, cue, pooled, type Cue } from '../cue.js';
import { PLURAL } from '../plural.js';
import { ACTIONS } from './scope.cues.js';

const NUMBER = '(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|a few|some|several|\\d+)';
/** A word between the question word and the noun: not a verb, which would make the noun its subject. */
const FILLER =
  "(?!(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|must|may|i|we|you|they|he|she|it)\\b)[\\w'-]+";
const BUILDING = anyOf(
  'make build create draw draft put plan assemble compile compose design prepare suggest recommend propose pick choose give write form generate construct produce',
);
const BUILT =
  anyOf(`list lists roster rota inventory army party crew team squad itinerary set overview catalogue catalog table menu plan schedule timetable checklist
  deck programme program kit route playlist repertoire selection bundle loadout lineup line-up collection budget agenda tour package calendar timeline
  curriculum syllabus sheet portfolio weekend week dinners dinner meals eleven route modules roster outfit build list-building fleet lineup diet scheme`);

const SINGLE_CUES: readonly Cue[] = [
  cue('list-verb', 'asks for a list', /^(?:list|enumerate|recite|itemi[sz]e|catalogue|spell out|tick off)\b/, 'ask'),
  cue(
    'list-noun',
    'asks for a list',
    /\b(?:lists?|checklist|shortlist|rundown|overview|inventory|roster|catalogue|complete set|full set|line-?up|enumeration)\b/,
  ),
  cue(
    'name-several',
    'asks for several by name',
    new RegExp(
      `^(?:name|give|tell|show|get|find|state|mention|identify)\\b(?: me| us)?(?: the| a| of| my| our)*(?: (?:all|every|each|both|full|${NUMBER})\\b| (?:[\\w-]+ ){0,2}${PLURAL}\\b)`,
    ),
    'ask',
  ),
  cue('give-me', 'asks to be given something', /^(?:give|show|get|send|hand|find|tell) (?:me|us)\b/, 'ask'),
  cue('names-of', 'asks for names', /\b(?:the )?names\b|\bby name\b|\bcalled\W*$/),
  cue(
    'all-of',
    'asks for all of a kind',
    /\b(?:all(?! (?:right|day|night|year|over|about|along|i|that|in))|every|each|everything|everyone|everybody|anything|the whole|in full|complete|entire|full)\b/,
  ),
  cue('all-opens', 'begins with "all"', /^(?:all|every|everything|everyone|any|both|names? of)\b/, 'ask'),
  cue(
    'which-plural',
    'asks which ones, in the plural',
    new RegExp(
      `^(?:(?:in|at|on|for|from|to|under|with|by) )?(?:which|what) (?:(?:other|all|kinds? of|types? of|sorts? of) )?(?:${FILLER} ){0,2}?${PLURAL}\\b`,
    ),
    'ask',
  ),
  cue(
    'which-plural-verb',
    'asks which ones, in the plural',
    new RegExp(
      `\\b(?:which|what) (?:${FILLER} ){0,3}?${PLURAL} (?:are|were|have|had|do|did|can|could|may|must|should|need|will|take|run|live|serve|use|get|meet|lie|stand|belong|exist|appear|allow|count|come|go|make|fall)\\b`,
    ),
    'ask',
  ),
  cue(
    'which-number',
    'asks for a number of things',
    new RegExp(`\\b(?:which|what|the|who are the) ${NUMBER} (?:[\\w'-]+ ){0,3}[a-z-]+`),
    'ask',
  ),
  cue(
    'what-are',
    'asks what several are',
    /^(?:what|who|where)(?:'re| are| were) (?:the|all|some|my|our|your|its|their)\b/,
    'ask',
  ),
  cue(
    'who-plural',
    'asks for the members',
    /^who (?:all|else|are|were|sits?|sat|belongs?|signed|votes?|plays?|makes? up|can|may|has|have|works?|is (?:on|in|among))\b/,
    'ask',
  ),
  cue(
    'numbered-things',
    'names how many are wanted',
    new RegExp(`^(?!${ACTIONS}\\b)(?:[\\w']+ ){0,4}${NUMBER} (?:[\\w'-]+ ){0,3}${PLURAL}\\b`),
    'ask',
  ),
  cue(
    'what-things',
    'asks what belongs to something',
    /\bwhat (?:all|else|do i need|do you need|goes|went|isn't|is not|can|could|is in|is included|do i (?:get|pack|bring)|counts?|belongs?|things|kinds?|sorts?|types?|extra|other)\b/,
    'ask',
  ),
  cue(
    'what-to-bring',
    'asks for all that is needed',
    /\bwhat (?:all )?(?:do|must|should|would|can|does|did) (?:i|we|you|one|someone|an? \w+|the \w+)\b[^?]*\b(?:bring|hand in|submit|have|pack|show|include|provide|carry|buy|own|stock|sell|serve|eat|wear|contain|need|require|order|choose|do|borrow|play|take|use)\b/,
    'ask',
  ),
  cue(
    'asks-options',
    'asks what there is to choose from',
    /\b(?:my|our|the|what|which|any) (?:other )?(?:options|choices|possibilities|alternatives|ways)\b|\b(?:rundown|run-down|run down|breakdown|full picture|choose from|to choose)\b|\b(?:everyone|everybody|everything|all|any|anyone|anything) (?:that|who|which|the|you|i|we)\b/,
  ),
  cue('which-and', 'asks for two kinds', /^(?:which|what) [\w'-]+ (?:and|or|&) [\w'-]+/, 'ask'),
  cue('who-all', 'asks for everyone', /\bwho (?:all|else)\b|\bwhat all\b|\bwhich ones\b/),
  cue(
    'builds-within-limits',
    'asks to put something together within limits',
    new RegExp(
      `\\b(?:${BUILDING}|plan|sketch|work out|set up|come up|help me|pick|need|got|have)\\b[^?]*\\b(?:under|below|within|at most|at least|no more|up to|nobody|no one|nothing|max|maximum|minimum|only|without|skips?|over|none|for less|not exceeding|budget|vegetarian|each)\\b`,
    ),
  ),
  cue(
    'plans',
    'asks for a plan',
    /\b(?:plan|sketch(?: out)?|work out|lay out|map out|put (?:me )?together|draw up|set up|pick me|help me (?:plan|put|pick|build)|suggest)\b[^?]*\b(?:for|of|with|that|in)\b/,
  ),
  cue(
    'kind-that',
    'begins with a kind of thing and what they have in common',
    new RegExp(
      `^(?:the |all |any |every )?(?:[\\w'-]+ ){0,2}?${PLURAL} (?:whose|which|one|founded|forged|built|made|that|who|with|you|where|\\w+ed)\\b`,
    ),
    'ask',
  ),
  cue(
    'collective',
    'asks for a kind of thing',
    /\b(?:ingredients|members|participants|contents|components|parts|materials|equipment|tools|gear|supplies|examples|options|alternatives|requirements|prerequisites|symptoms|signs|causes|reasons|effects|benefits|features|types|kinds|sorts|varieties|species|ways|exceptions|conditions|criteria|documents|things|items|attractions|sights|cast|fees|rules|settings|flags|codes|duties|holidays)\b/,
  ),
  cue(
    'builds',
    'asks to put something together',
    new RegExp(
      `^(?:i need |i want |i'd like )?(?:help me )?${BUILDING}\\b(?: me| us| up| together| out)*(?: an?| the| my| our| some)?\\b`,
    ),
    'ask',
  ),
  cue('builds-a-whole', 'asks to put a whole together', new RegExp(`\\b${BUILDING}\\b[^?.]*\\b${BUILT}\\b`)),
  cue('whole', 'speaks of something put together', new RegExp(`\\b${BUILT}\\b`)),
  cue(
    'constraint',
    'sets limits',
    /\b(?:under|below|within|at most|at least|no more than|up to|fewer than|less than|more than|not more than|max|maximum|minimum|only|without|none|no|over|between|excluding|except|including|with a budget|for under)\b.{0,20}(?:\d|euros?|dollars?|pounds?|points?|hours?|minutes?|miles|km|pages|people|nuts|meat|weights|cavalry|cost)|\b(?:without|no) \w+s?\W*$/,
  ),
  cue(
    'sized',
    'gives a size',
    /\b\d[\d,.]*[- ](?:points?|pts|week|day|hour|minute|litre|liter|card|page|course|euro|person|people|man|player|night|month|year)s?\b|\b(?:one|two|three|four|five|six|seven|ten|twelve)-(?:week|day|hour|course|month|night|year|person|man|player)\b/,
  ),
  cue(
    'besides',
    'asks for others',
    /\b(?:besides|apart from|other than|in addition to|aside from|what else|who else|as well as|any other)\b/,
  ),
  cue(
    'plural-opens',
    'begins with things in the plural',
    new RegExp(
      `^(?!${ACTIONS}\\b)(?:(?!what\\b|which\\b|how\\b|who\\b|where\\b|when\\b|does\\b|is\\b|has\\b|was\\b|it's\\b|let's\\b|that's\\b)[\\w'-]+ ){0,2}?(?!does\\b|thanks\\b|cheers\\b|what's\\b|who's\\b|where's\\b)${PLURAL} (?:of|for|in|to|on|that|who|with|by|from|needed|at|which|reachable|between|under|open)\\b`,
    ),
    'ask',
  ),
  cue(
    'there-are',
    'asks what there is',
    /\b(?:are there|there are|exist|do (?:we|you|they) (?:have|offer|sell|stock|support)|available|on offer|supported|in stock)\b/,
  ),
];

/** Those that tell the kind by themselves: what one of them is worth is learnt from all of them. */
const TELLING = `
  list-verb list-noun name-several all-opens which-plural-verb which-number who-plural builds-a-whole numbered-things sized besides asks-options builds-within-limits who-all kind-that`;

/** Several things, found or put together. */
export const LIST_CUES: readonly Cue[] = [
  ...SINGLE_CUES,
  pooled('any-list', 'asks for several things', SINGLE_CUES, TELLING),
];
