import type { QuestionType } from '@arbiter/contracts';
import { ROLE_NOUNS } from '../role-nouns.js';

/** A turn of phrase that speaks for a kind of question. */
export interface Cue {
  readonly type: QuestionType;
  /** Evidence in log-odds-like points; cues of one type add up. */
  readonly weight: number;
  readonly pattern: RegExp;
  /** For people. */
  readonly reason: string;
}

const NUMBER = 'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d+';
const NUMBERS_ONLY = `(?:${NUMBER}|one|half|a dozen|a hundred|a thousand)\\b`;
/** A comparative: "older", "more costly"; the words in -er that are none would swamp it, so that some are named. */
const MORE =
  '(?:(?!(?:under|after|over|never|ever|other|another|whether|either|neither|order|number|member|however|river|harbour|water|winter|summer|letter|paper|master|owner|former|together|rather)\\b)\\w+er|more|less|better|worse|fewer)';
const MOST = '(?:\\w+est|most|least|first|last|earlier|later|sooner)';
/** "… that is now the inn" says the same of one thing under two names: nothing has to be found out first. */
const NOT_IDENTITY = '(?! (?:is|are|was|were) (?:now|today|also|called|known|named|still)\\b)';

/** What speaks for each kind. Simple lookup is the default and needs no cue. */
export const CUES: readonly Cue[] = [
  // Comparative: two subjects and a scale, or a word that sets them side by side.
  cue('comparative', 3, /\b(?:compare[sd]?|comparison|contrast)\b/i, 'asks to compare'),
  cue(
    'comparative',
    3,
    /\bdiffer(?:s|ence|ences|ent)?\b|\b(?:disagrees?|diverges?|deviates?)\b/i,
    'asks for a difference',
  ),
  cue('comparative', 3, /\bvs\.?(?= )|\bversus\b/i, 'sets two things against each other'),
  cue(
    'comparative',
    3,
    new RegExp(`\\b${MORE}\\b[^?]*\\bthan\\b(?! ${NUMBERS_ONLY})`, 'i'),
    'weighs one against another',
  ),
  cue(
    'comparative',
    3,
    new RegExp(`\\b(?:${MORE}|${MOST})\\b[^?]*[,:–—] ?[^?]+\\bor\\b`, 'i'),
    'asks to choose between two',
  ),
  cue(
    'comparative',
    3,
    new RegExp(`^[^?,:]+\\bor\\b[^?,:]+[,:–—] ?(?:which|who|what)\\b[^?]*\\b(?:${MORE}|${MOST})\\b`, 'i'),
    'asks to choose between two',
  ),
  cue(
    'comparative',
    3,
    new RegExp(`\\bof (?:the|these|those|both) (?:two|three|both|pair)\\b[^?]*\\b(?:${MORE}|${MOST})\\b`, 'i'),
    'asks to choose within a pair',
  ),
  cue(
    'comparative',
    3,
    /\b(?:outnumber|outweigh|outlast|outlive|outrank|exceed|surpass)(?:s|es|ed)?\b/i,
    'weighs one against another',
  ),
  cue(
    'comparative',
    2,
    /\b(?:as \w+ as|the same \w+ as|in common|alike|similar(?:ity|ities)? (?:between|of)|both [^?]+ and)\b/i,
    'asks what two share',
  ),

  // Procedural: the asker wants to do something.
  cue(
    'procedural',
    3,
    /\bhow (?:do|does|can|could|should|would|must|might) (?:i|we|you|one|someone|somebody|anyone|an?|the)\b(?![^?]*\b(?:feel|differ|compare|relate|know each other)\b)/i,
    'asks how something is done',
  ),
  cue(
    'procedural',
    3,
    /\bhow to\b|\bhow (?:is|are) (?:it|that|this|[^?]+) (?:done|made|carried out|performed|elected|chosen|brewed|lit|claimed|registered|prepared|built|paid|settled|obtained|won)\b/i,
    'asks for a way of doing',
  ),
  cue('procedural', 3, /\bhow (?:does|do|would) (?:that|this|it|one) work\b/i, 'asks how something works'),
  cue(
    'procedural',
    3,
    /\bsteps (?:to|for|of|in|needed|required|by|that)\b(?<!\b(?:many|number of) steps \w+)|\bstep by step\b|\bprocedure\b|\bprocess (?:of|for|to|by)\b|\binstructions?\b|\brecipe (?:for|of)\b|\bwalk (?:me|us) through\b|\bguide (?:me|us|to|for)\b/i,
    'asks for steps',
  ),
  cue(
    'procedural',
    2.5,
    /\b(?:what|whom?|where) (?:do|must|should|would|does|can|shall) (?:i|we|you|one|someone|somebody|an?)\b[^?]*\b(?:do|need|bring|have|pay|fill|show|file|see|sign|ask|apply|go|turn)\b/i,
    'asks what has to be done',
  ),
  cue(
    'procedural',
    3,
    /\bwhat (?:does|do|must|should) [^?]+\b(?:(?:have|need) to|must) (?:do|bring|pay|show|file|fill)\b/i,
    'asks what has to be done',
  ),
  cue(
    'procedural',
    2,
    /\bwhat (?:is|are) (?:needed|required|involved)\b|\bwhat does it take\b/i,
    'asks what is required',
  ),

  // List-building: the answer is a list, found or made.
  cue(
    'list_building',
    3,
    /^\W*(?:(?:please|could you|can you|would you|will you)[, ]+)*(?:list|enumerate|recite|itemi[sz]e)\b/i,
    'asks for a list',
  ),
  cue(
    'list_building',
    3,
    new RegExp(
      `^\\W*(?:(?:please|could you|can you|would you|will you)[, ]+)*(?:name|give me|give|tell me|show me) (?:(?:me|us|the|of) )*(?:all|every|each|both|${NUMBER}|(?:the )?(?:\\w+ )?\\w+[^s'’\\W]s(?! of))\\b`,
      'i',
    ),
    'asks for several by name',
  ),
  cue(
    'list_building',
    3,
    /\b(?:make|build|draw up|assemble|put together|create|compile|plan)\b[^?]*\b(?:list|roster|inventory|army|party|crew|team|itinerary|set|overview|catalogue|table)\b/i,
    'asks to build a list',
  ),
  cue(
    'list_building',
    2.5,
    /\b(?:all|every one|each) of (?:the|those|them|these|its|their)\b|\ball (?:\w+ ){0,2}\w+s\b|\bin full\b/i,
    'asks for all of a kind',
  ),
  cue(
    'list_building',
    2,
    /\b(?:which|what) (?!does\b|is\b|was\b|has\b)(?:[\w-]+ ){0,2}(?!(?:is|was|does|this|has|always|as)\b)[\w-]+[^su\W]s (?:are|were|have|has|had|do|does|did|lie|stand|belong|exist|appear|can|could|may|serve|make up)\b/i,
    'asks which ones, in the plural',
  ),
  cue(
    'list_building',
    3,
    new RegExp(`\\b(?:which|what) (?:${NUMBER}) (?:[\\w-]+ ){0,2}[\\w-]+s\\b`, 'i'),
    'asks for a number of things',
  ),
  cue('list_building', 2, /\bwho (?:are|were) (?:all )?the\b[^?]*\w+s\b/i, 'asks for the members'),
  cue(
    'list_building',
    2.5,
    /\bwhat (?:are|were) (?:the |all )?(?:names of\b|(?:[\w-]+ ){0,3}[\w-]+s\b[^?]*\b(?:called|named)\b)/i,
    'asks for names',
  ),

  // Multi-hop: something is named only through something else.
  cue(
    'multi_hop',
    3,
    new RegExp(
      `(?:\\b(?:who|whom|whose|what|which|where|when|why|how|name)\\b[^?]*\\b|^)(?:the|an?) (?:[\\w-]+ ){0,3}(?:who|whom|whose|that|which|where)${NOT_IDENTITY}\\b`,
      'i',
    ),
    'describes someone or something instead of naming it',
  ),
  cue(
    'multi_hop',
    3,
    /\b(?:in|on|at|by|from|with|under|for|to|of|behind) whose\b/i,
    'describes something by what belongs to it',
  ),
  cue(
    'multi_hop',
    2,
    new RegExp(`^(?!\\W*who(?:'s| is| was| were| leads)\\b).*\\bthe (?:\\w+ )?(?:${ROLE_NOUNS})s? of\\b`, 'i'),
    'names somebody by a role',
  ),
  cue(
    'multi_hop',
    2.5,
    new RegExp(
      `^(?!\\W*(?:who|what) (?:is|was|are|were) (?:the name of )?[^?]*['’]s? (?:\\w+ ){0,2}\\w+\\W*$)(?!.*\\b(?:called|named)\\W*$).*\\w['’]s? (?:[\\w-]+ ){0,2}(?:${ROLE_NOUNS})s?\\b`,
      'i',
    ),
    'names somebody by whose they are',
  ),
  cue('multi_hop', 2.5, /\b\w+['’]s? (?:\w+ ){0,2}\w+['’]s?(?= \w)/i, 'a possessive of a possessive'),
  cue(
    'multi_hop',
    2.5,
    /\b(?:of|by|for|to|from|with) the (?:\w+ ){1,4}(?:of|behind|who|that|which) (?:the )?/i,
    'a description inside a description',
  ),
  cue(
    'multi_hop',
    2.5,
    /\bthe (?:[\w-]+ ){1,4}(?:\w+ed|built|made|written|held|kept|run|led|sold|bought|won|drawn|cut|taught|given|taken|sung) by\b/i,
    'names something by who did it',
  ),
  cue(
    'multi_hop',
    2,
    new RegExp(
      `\\bthe (?:man|woman|person|people|guild|town|place|village|family|faction|house|order|${ROLE_NOUNS}|\\w+(?:er|or|ist)) (?:\\w+ing|in charge of|responsible for)\\b`,
      'i',
    ),
    'names somebody by what they do',
  ),
  cue(
    'multi_hop',
    3,
    /^(?![^.?!]*\b(?:i|me|my|we|us|our)\b)[^.?!]+\. [^?]*\b(?:that|this|those|these|there|he|she|it|they|him|her|his|its|their)\b[^?]*\?/i,
    'says something first and asks about what it describes',
  ),
];

function cue(type: QuestionType, weight: number, pattern: RegExp, reason: string): Cue {
  return { type, weight, pattern, reason };
}
