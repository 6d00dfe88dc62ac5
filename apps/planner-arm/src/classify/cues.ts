import type { QueryType } from '@arbiter/contracts';

/** A turn of phrase that speaks for a kind of question. */
export interface Cue {
  readonly type: QueryType;
  /** Evidence in log-odds-like points; cues of one type add up. */
  readonly weight: number;
  readonly pattern: RegExp;
  /** For people. */
  readonly reason: string;
}

const WH = 'who|whom|whose|what|which|where|when|why|how';

/** What speaks for each kind. Simple lookup is the default and needs no cue. */
export const CUES: readonly Cue[] = [
  // Comparative: two subjects and a scale, or a word that sets them side by side.
  { type: 'comparative', weight: 3, pattern: /\b(?:compare|compared|comparison|contrast)\b/i, reason: 'asks to compare' },
  { type: 'comparative', weight: 3, pattern: /\bdiffer(?:s|ence|ences|ent)?\b/i, reason: 'asks for a difference' },
  { type: 'comparative', weight: 3, pattern: /\bvs\.?\b|\bversus\b/i, reason: 'sets two things against each other' },
  {
    type: 'comparative',
    weight: 3,
    pattern: /\b(?:\w+er|more|less|better|worse|fewer)\b[^?]*(?:,|:|\bthan\b|[-–—])[^?]*\b(?:or|than)\b|\b(?:\w+er|more|less|better|worse|fewer)\b[^?]*\bthan\b/i,
    reason: 'weighs one against another',
  },
  {
    type: 'comparative',
    weight: 2.5,
    pattern: /\b(?:which|who|what)\b[^?]*\b(?:\w+er|more|less|most|first|earlier|\w+est)\b[^?]*[,:]\s*[^?]+\bor\b/i,
    reason: 'asks to choose between two',
  },
  { type: 'comparative', weight: 2, pattern: /\b(?:as \w+ as|(?:the )?same \w+ as|in common|alike|similar(?:ities)? between|both [^?]+ and)\b/i, reason: 'asks what two share' },
  { type: 'comparative', weight: 2, pattern: /\bbetween\b[^?]+\band\b[^?]*\b(?:choose|prefer|larger|older|difference)\b/i, reason: 'chooses between two' },

  // Procedural: the asker wants to do something.
  { type: 'procedural', weight: 3, pattern: /\bhow (?:do|does|can|could|should|would|must|might) (?:i|we|you|one|someone|somebody|anyone|a|an|the)\b(?![^?]*\b(?:feel|differ|compare|relate|know each other)\b)/i, reason: 'asks how something is done' },
  { type: 'procedural', weight: 3, pattern: /\bhow to\b|\bhow (?:is|are) [^?]+ (?:done|made|carried out|performed|elected|chosen|brewed|lit|claimed|registered|prepared|built|paid|settled)\b/i, reason: 'asks for a way of doing' },
  { type: 'procedural', weight: 3, pattern: /\b(?:steps?|procedure|process|instructions?|walk (?:me|us) through|guide)\b/i, reason: 'asks for steps' },
  { type: 'procedural', weight: 2, pattern: /\bwhat (?:do|must|should|would|does) (?:i|we|you|one|someone|somebody|a|an)\b[^?]*\b(?:do|need|bring|have|pay|fill|show|file)\b/i, reason: 'asks what has to be done' },
  { type: 'procedural', weight: 2, pattern: /\bwhat (?:is|are) (?:needed|required|involved)\b|\bwhat does it take\b/i, reason: 'asks what is required' },

  // List-building: the answer is a list, found or made.
  { type: 'list_building', weight: 3, pattern: /^\W*(?:please )?(?:list|name|enumerate|give me|tell me|show me)\b[^?]*\b(?:all|every|each|list|(?:two|three|four|five|six|seven|eight|nine|ten|\d+)|\w+s)\b/i, reason: 'asks for a list' },
  { type: 'list_building', weight: 3, pattern: /\b(?:make|build|draw up|assemble|put together|create|compile|plan)\b[^?]*\b(?:list|roster|inventory|army|party|crew|team|itinerary|set|overview|catalogue|table)\b/i, reason: 'asks to build a list' },
  { type: 'list_building', weight: 2.5, pattern: /\b(?:all|every one of) (?:of )?(?:the|those|its|their)\b|\ball (?:\w+ ){0,2}\w+s\b/i, reason: 'asks for all of a kind' },
  { type: 'list_building', weight: 2, pattern: /\b(?:which|what) (?:\w+ ){0,3}(?!is\b|was\b|does\b|this\b|has\b)\w+s (?:are|were|have|do|did|lie|stand|belong|exist|appear|can|could|may|serve|make up)\b/i, reason: 'asks which ones, in the plural' },
  { type: 'list_building', weight: 2, pattern: /\bwho (?:are|were) (?:all )?the\b[^?]*\w+s\b/i, reason: 'asks for the members' },

  // Multi-hop: something is named only through something else.
  {
    type: 'multi_hop',
    weight: 3,
    pattern: new RegExp(`\\b(?:${WH})\\b[^?]*\\b(?:the|a|an) (?:\\w+ ){0,3}(?:who|whom|whose|that|which|where)\\b`, 'i'),
    reason: 'describes someone or something instead of naming it',
  },
  {
    type: 'multi_hop',
    weight: 2,
    pattern:
      /^(?!\W*who(?:'s| is| was| were| leads)\b).*\bthe (?:\w+ )?(?:founder|leader|owner|captain|keeper|head|master|author|builder|maker|teacher|apprentice|mother|father|sister|brother|widow|husband|wife|rival|successor|predecessor|commander|ruler|murderer|killer)s? of\b/i,
    reason: 'names somebody by a role',
  },
  { type: 'multi_hop', weight: 2.5, pattern: /\b\w+['’]s? (?:\w+ ){0,2}\w+['’]s?\b/i, reason: 'a possessive of a possessive' },
  { type: 'multi_hop', weight: 2.5, pattern: /\b(?:of|by|for|to|from|with) the (?:\w+ ){1,4}(?:of|behind|who|that|which) (?:the )?/i, reason: 'a description inside a description' },
  {
    type: 'multi_hop',
    weight: 2,
    pattern: /\bthe (?:man|woman|person|captain|keeper|guild|ship|town|place|village|family|faction|house|order|author|founder|owner|leader|master|smith|maker|teacher|mother|father|brother|sister|widow|husband|wife|\w+(?:er|or|ist)) (?:\w+ing|\w+ed by|in charge of|responsible for)\b/i,
    reason: 'names somebody by what they do',
  },
];
